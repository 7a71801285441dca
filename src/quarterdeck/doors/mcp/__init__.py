"""Where agents come in that call our tools: MCP, over HTTP and through `qd mcp`."""
