"""An agent whose tool server asks the person to fill in a form."""

import json
import sys
from pathlib import Path

from tests.live.lab.agent import Agent
from tests.live.lab.lab import Lab
from tests.live.lab.script import Script
from tests.stage.until import until

_SERVER = Path(__file__).with_name("form_server.py")


def agent_with_forms(lab: Lab, version: str) -> Agent:
    """Start such an agent, and wait until it knows the tool; "deploy it" has it called."""
    lab.model.on("deploy it", Script().tool("mcp__forms__deploy", {}))
    listed, config = lab.root / "tools-are-listed", lab.root / "servers.json"
    server = {"command": sys.executable, "args": [str(_SERVER), str(listed)]}
    config.write_text(json.dumps({"mcpServers": {"forms": server}}))
    allowed = ("--allowedTools", "mcp__forms__deploy")
    agent = lab.agent(version, arguments=("--mcp-config", str(config), *allowed))
    until(listed.exists, 20, lambda: "the agent does not ask its tool server for its tools")
    return agent
