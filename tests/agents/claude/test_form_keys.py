"""Forms are filled in row by row, as the screen shows them."""

from dataclasses import dataclass, field

from tests.agents.claude.screens import dialog

from quarterdeck.agents.claude.dialog_keys import script_for
from quarterdeck.agents.claude.dialog_match import is_about
from quarterdeck.agents.claude.hook_asks import Stamp, elicitation_of
from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.ids import AnswerId, AskId, SessionId
from quarterdeck.judgement.screens import builtin_rules, read
from quarterdeck.judgement.screens.reading import Dialog
from quarterdeck.ports import Step

RULES = builtin_rules()
FIELDS = {
    "place": {"type": "string"},
    "copies": {"type": "integer"},
    "env": {"type": "string", "enum": ["prod", "test"]},
    "loud": {"type": "boolean"},
}
ENV = ("prod", "test")


def asked() -> Ask:
    schema = {"type": "object", "properties": FIELDS, "required": ["place"]}
    payload = {
        "mcp_server_name": "forms",
        "message": "Where shall it go?",
        "requested_schema": schema,
    }
    return elicitation_of(Stamp(AskId("a"), SessionId("s"), 0.0), payload)


def answer(choice: str, **given: str) -> Answer:
    return Answer(AnswerId("w"), AskId("a"), choice, "", given, False, "test", 0.0)


@dataclass
class Form:
    """A form that draws itself and takes keys as Claude Code's does."""

    values: dict[str, str] = field(default_factory=dict)
    at: int = 0  # a field, or one of the two buttons behind them
    item: int | None = None  # in an open list
    ended: str = ""

    def dialog(self) -> Dialog:
        rows = [
            "─" * 60,
            "  MCP server “forms” requests your input",
            "",
            "  Where shall it go?",
            "",
        ]
        for number, name in enumerate(FIELDS):
            rows += self.row(number, name)
        accept, decline = ("❯" if self.at == 4 + n else " " for n in (0, 1))
        rows += ["", f"  {accept} Accept  {decline} Decline", ""]
        rows.append("  Esc to cancel · ↑/↓ to navigate · Backspace to unset")
        found = read("\n".join(rows), "claude", RULES).dialog
        assert found is not None
        return found

    def row(self, number: int, name: str) -> list[str]:
        here, value = self.at == number, self.values.get(name)
        sign = "✔" if value is not None else "*" if name == "place" else " "
        empty = {"env": "▸ not set", "loud": "☐"}.get(name, "Type something…")
        shown = value or (empty if here else "not set")
        opened = here and self.item is not None
        items = [f"        {'❯' if i == self.item else ' '} ◯ {e}" for i, e in enumerate(ENV)]
        head = f"  {'❯' if here else ' '} {sign} {name}: {'▾' if opened else shown}"
        return [head, *(items if opened else [])]

    def take(self, step: Step) -> None:
        name = list(FIELDS)[self.at] if self.at < 4 else ""
        move = {"Down": 1, "Up": -1}.get(step.key, 0)
        if move and self.item is not None:
            self.item += move
        elif move:
            self.at += move
        elif step.text:
            self.values[name] = self.values.get(name, "") + step.text
        elif step.key == "BSpace":
            self.values.pop(name)
        elif step.key == "Right":
            self.item = 0
        elif step.key == "Space" and name == "env":
            self.values[name], self.item = ENV[self.item or 0], None
        elif step.key == "Space":
            self.values[name] = "☐" if self.values.get(name) == "☒" else "☒"
        elif step.key == "Enter":
            self.ended = ("Accept", "Decline")[self.at - 4]

    def play(self, given: Answer) -> str:
        script = script_for(self.dialog(), asked(), given)
        assert script is not None
        for _ in range(50):
            step = script.next(self.dialog())
            assert step is not None, self
            self.take(step)
            assert step.decides is bool(self.ended)
            if self.ended:
                return self.ended
        raise AssertionError(self)


def test_fields_of_every_kind_are_filled_in_and_accepted() -> None:
    form = Form()
    given = answer("accept", place="Bremen", copies="2", env="test", loud="true")
    assert form.play(given) == "Accept"
    assert form.values == {"place": "Bremen", "copies": "2", "env": "test", "loud": "☒"}


def test_a_no_is_said_and_what_was_left_out_stays_out() -> None:
    form = Form()
    assert form.play(answer("accept", place="Bremen", loud="no")) == "Accept"
    assert form.values == {"place": "Bremen", "loud": "☐"}


def test_what_somebody_else_filled_in_is_taken_out_again() -> None:
    form = Form({"place": "Kiel", "copies": "7", "env": "prod"}, at=5)
    assert form.play(answer("accept", place="Bremen", env="test")) == "Accept"
    assert form.values == {"place": "Bremen", "env": "test"}


def test_a_form_is_declined_with_nothing_filled_in() -> None:
    form = Form()
    assert form.play(answer("decline")) == "Decline"
    assert form.values == {}


def test_a_form_with_other_fields_has_no_keys() -> None:
    for version in ("2.1.325", "2.1.197"):
        other = dialog(version, "elicitation_form")
        assert not is_about(other, asked())
        assert script_for(other, asked(), answer("accept", place="Bremen")) is None


def test_a_value_that_the_list_does_not_have_has_no_keys() -> None:
    script = script_for(Form().dialog(), asked(), answer("accept", place="x", env="moon"))
    assert script is not None
    assert script.next(Form({"place": "x"}, at=2, item=0).dialog()) is None
