"""Our tools among Claude Code's own: in, again, and out."""

import json

import pytest

from quarterdeck.agents.claude import tool_server
from quarterdeck.agents.claude.install import BadFile
from quarterdeck.agents.claude.tool_server import RULES
from quarterdeck.doors.mcp.keyboard_wire import TOOLS as KEYBOARD_TOOLS
from quarterdeck.doors.mcp.wire import TOOLS

WORDS = ["/python", "-IS", "/relay.py", "/mcp.sock"]
BEFORE = '{\n    "numStartups": 5,\n    "mcpServers": {"docs": {"command": "docs"}}\n}'
RULED = '{\n  "permissions": {"allow": ["Bash(ls)"], "deny": []}\n}\n'


@pytest.mark.parametrize("project", [None, "/work"])
@pytest.mark.parametrize("before", [BEFORE, "{}\n"])
def test_twice_is_once_and_removing_leaves_what_was_there(before: str, project: str | None) -> None:
    after = tool_server.registered(before, WORDS, project)
    place = json.loads(after)["projects"][project] if project else json.loads(after)
    entry = {"type": "stdio", "command": "/python", "args": WORDS[1:], "env": {}}
    assert place["mcpServers"]["quarterdeck"] == entry
    assert tool_server.registered(after, WORDS, project) == after
    left = json.loads(tool_server.unregistered(after, project))
    assert {k: v for k, v in left.items() if k != "projects"} == json.loads(before)


def test_a_server_of_another_installation_is_replaced() -> None:
    after = tool_server.registered("{}", ["/old"], None)
    after = tool_server.registered(after, WORDS, None)
    assert json.loads(after)["mcpServers"]["quarterdeck"]["command"] == "/python"


@pytest.mark.parametrize("text", ['{"mcpServers": []}', '{"projects": 1}', "{", "[]"])
def test_a_file_that_makes_no_sense_is_left_alone(text: str) -> None:
    with pytest.raises(BadFile):
        tool_server.registered(text, WORDS, "/work" if "projects" in text else None)


@pytest.mark.parametrize("text", ['{"mcpServers": []}', '{"projects": 1}', "{}", ""])
@pytest.mark.parametrize("project", [None, "/work"])
def test_where_nothing_of_ours_is_nothing_is_taken_out(text: str, project: str | None) -> None:
    assert tool_server.unregistered(text, project) == text


def test_the_tools_may_be_called_without_asking_for_it() -> None:
    after = tool_server.with_rules(RULED, RULES)
    assert json.loads(after)["permissions"]["allow"] == ["Bash(ls)", *RULES]
    assert tool_server.with_rules(after, RULES) == after
    assert json.loads(tool_server.without_rules(after, RULES)) == json.loads(RULED)
    assert tool_server.without_rules(RULED, RULES) == RULED
    assert json.loads(tool_server.without_rules(tool_server.with_rules("", RULES), RULES)) == {}
    with pytest.raises(BadFile):
        tool_server.with_rules('{"permissions": {"allow": "all"}}', RULES)


def test_every_tool_has_its_rule() -> None:
    assert {f"mcp__quarterdeck__{tool['name']}" for tool in (*TOOLS, *KEYBOARD_TOOLS)} == set(RULES)
