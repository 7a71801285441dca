"""Scenes of every kind: what boards are made from, in tests, pictures and the documentation."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from quarterdeck.boards.board import Scene
from quarterdeck.boards.models import MINI, Model
from quarterdeck.domain.ask_bodies import (
    Blocked,
    Field,
    Form,
    HookBody,
    Kind,
    Note,
    Option,
    OtherDialog,
    Permission,
    Plan,
    Question,
    Questions,
)
from quarterdeck.domain.asks import Ask, FromHook, FromScreen, ToolUse
from quarterdeck.domain.board_state import AskState, BoardState
from quarterdeck.domain.choices import Choice, Meaning
from quarterdeck.domain.ids import MAIN, AskId, SessionId
from quarterdeck.domain.risk import Level, Risk
from quarterdeck.domain.sessions import Facts, Process, Session
from quarterdeck.domain.shown import Change, Hunk, Shown, Span
from quarterdeck.domain.states import State

NOW = 1_000_000.0
API, SHOP, DOCS = SessionId("s-api"), SessionId("s-shop"), SessionId("s-docs")


def a_session(
    name: SessionId, title: str, colour: int, state: State = State.WAITING, age: float = 42
) -> Session:
    facts = Facts(
        cwd=f"/home/ada/{title}",
        branch="main",
        model="opus",
        last_message="The tests pass; I go on with the parser.",
    )
    since = NOW - age
    process = Process("here", colour, 1)
    return Session(name, process, "claude", title, colour, facts, state, since, "", ())


SESSIONS = (
    a_session(API, "api-server", 0),
    a_session(SHOP, "shop", 1, State.WORKING, 75),
    a_session(DOCS, "docs", 2, State.IDLE, 900),
    a_session(SessionId("s-search"), "search", 3, State.LIMITED, 4000),
    a_session(SessionId("s-mobile"), "mobile-app", 4, State.FAILED, 7300),
    a_session(SessionId("s-infra"), "infra", 5, State.UNKNOWN, 20),
    a_session(SessionId("s-new"), "parser", 6, State.STARTING, 1),
)


def an_ask(
    body: HookBody,
    *,
    name: str = "a1",
    title: str = "",
    text: str = "",
    tool: str = "",
    session: SessionId = API,
    opened: float = NOW - 42,
    deadline: float | None = None,
) -> Ask:
    use = ToolUse(tool, "digest", None) if tool else None
    origin = FromHook(subagent=MAIN, prompt="", cwd="/home/ada/api-server", use=use, body=body)
    return Ask(
        id=AskId(name),
        session=session,
        title=title,
        text=text,
        origin=origin,
        opened=opened,
        deadline=deadline,
        ended=None,
    )


def permission(
    command: str = "npm run build",
    *,
    level: Level | None = Level.MEDIUM,
    reason: str = "runs a script",
    rule: str | None = "Bash(npm run build)",
    marked: str = "",
    name: str = "a1",
    tool: str = "Bash",
    change: Change | None = None,
    session: SessionId = API,
    opened: float = NOW - 42,
    deadline: float | None = None,
) -> Ask:
    risk = Risk(level, reason, "a-rule", "A sentence.", marked) if level else None
    at = command.find(marked) if marked else -1
    marks = (Span(at, at + len(marked)),) if at >= 0 else ()
    breaks = tuple(n for n in range(len(command)) if command.startswith(("&& ", "| "), n))
    shown = Shown(command, marks, breaks, 0)
    body = Permission(input={}, risk=risk, rule=rule, shown=shown, change=change)
    return an_ask(
        body,
        name=name,
        title="Clean the build directory",
        text=command,
        tool=tool,
        session=session,
        opened=opened,
        deadline=deadline,
    )


CRITICAL = permission(
    "cd build && rm -rf ../data && make",
    level=Level.CRITICAL,
    reason="deletes recursively",
    marked="rm -rf ../data",
    rule="Bash(make *)",
)
HUNK = Hunk(
    3, 3, (" HOST = 'here'", "-PORT = 8080", "+PORT = 8081", "+TIMEOUT = 30", " WORKERS = 4")
)
EDIT = permission(
    "settings.py",
    tool="Edit",
    reason="changes a file",
    change=Change("src/settings.py", False, (HUNK,), 0),
    rule=None,
)


def question(text: str, header: str, *labels: str, multi: bool = False) -> Question:
    options = tuple(Option(label, f"What {label} brings, in a few words", "") for label in labels)
    return Question(text, header, options, multi)


STORES = question("Where should orders be stored?", "Storage", "SQLite", "PostgreSQL", "Files")
EXTRAS = question("What else do you want?", "Extras", "Tests", "Docs", "CI", multi=True)
ONE = an_ask(Questions((STORES,)), title=STORES.text, tool="AskUserQuestion")
TWO = an_ask(Questions((STORES, EXTRAS)), title=STORES.text, tool="AskUserQuestion")
MANY = an_ask(
    Questions((question("Which one?", "Number", *(f"Option {n}" for n in range(1, 51))),)),
    title="Which one?",
)
PLAN_TEXT = (
    "# Move the shop to the new server\n\n1. Copy the database while the shop is read-only\n"
    "2. Point the name to the new address\n3. Keep the old server for a week\n"
)
PLAN = an_ask(Plan(Shown(PLAN_TEXT, (), (), 0)), title="Move the shop", tool="ExitPlanMode")
FORM = an_ask(
    Form(
        (
            Field("region", "Region", "enum", True, ("eu", "us", "asia")),
            Field("backup", "Keep a backup", "boolean", False, ()),
        )
    ),
    title="deploy asks: Where to?",
    text="Where to?",
)
WRITTEN_FORM = an_ask(
    Form((Field("name", "Your name", "string", True, ()),)),
    title="deploy asks: Who are you?",
    text="Who are you?",
)
BLOCKED = an_ask(
    Blocked(
        risk=Risk(Level.HIGH, "pushes", "git", "It pushes.", ""), rule="Bash(git push origin main)"
    ),
    title="Auto mode blocked: git push origin main",
    text="Pushing to main was not asked for.",
    tool="Bash",
)


def note(kind: Kind, title: str, text: str, *, deadline: float | None = None) -> Ask:
    assert kind in (Kind.FALLBACK, Kind.LIMIT, Kind.FAILURE, Kind.NOTIFICATION, Kind.DONE)
    return an_ask(Note(kind), title=title, text=text, deadline=deadline)


FALLBACK = note(Kind.FALLBACK, "A dialog", "This dialog can only be answered at the terminal.")
LIMIT = note(Kind.LIMIT, "The limit is reached", "The limit is reached.", deadline=NOW + 3000)
FAILURE = note(Kind.FAILURE, "Server error", "The service is overloaded.")
NOTIFICATION = note(Kind.NOTIFICATION, "Note", "Claude is waiting for your input")
DONE = note(Kind.DONE, "Done", "The tests pass; the parser is ready.")
DIALOG = Ask(
    id=AskId("a1"),
    session=API,
    title="Do you trust this folder?",
    text="Do you trust the files in this folder?",
    origin=FromScreen(
        sign="sign",
        body=OtherDialog(
            (
                Choice("option-1", "Yes, I trust it", "", Meaning.ALLOWS),
                Choice("option-2", "No, exit", "", Meaning.REFUSES),
            )
        ),
    ),
    opened=NOW - 42,
    deadline=None,
    ended=None,
)
JAPANESE = permission(
    "本番環境のデータベースを移行してもよろしいですか？\n→ 所要時間：約５分 ✅ Größe Ωμέγα Привет",
    level=Level.HIGH,
    reason="changes a database",
    rule=None,
    tool="mcp__db__migrate",
)
LONG = permission(
    " && ".join(f"make part-{n} --jobs={n} --verbose" for n in range(60)) + " && rm -rf ~/old",
    level=Level.CRITICAL,
    reason="deletes recursively",
    marked="rm -rf ~/old",
)


def scene_of(
    *asks: Ask, model: Model = MINI, state: BoardState | None = None, focus: bool = True
) -> Scene:
    return Scene(
        run="this run",
        model=model,
        state=state or BoardState(),
        asks=asks,
        sessions=SESSIONS,
        focus=focus,
    )


def turned(ask: Ask, state: AskState) -> BoardState:
    return BoardState(asks={ask.id: state})


def _several() -> tuple[Ask, ...]:
    others = (replace(CRITICAL, id=AskId(f"a{n}"), opened=NOW - 100 - n) for n in (2, 3))
    return CRITICAL, *others


_PICKED = AskState(page=1, picks={STORES.text: ("SQLite",), EXTRAS.text: ("Tests", "CI")})

# Every board that there is, by its name.
GALLERY: Mapping[str, Callable[[Model], Scene]] = {
    "permission": lambda m: scene_of(permission(), model=m),
    "permission-two": lambda m: scene_of(permission(rule=None), model=m, focus=False),
    "critical": lambda m: scene_of(CRITICAL, model=m),
    "always": lambda m: scene_of(
        permission(), model=m, state=turned(permission(), AskState(always=True))
    ),
    "edit": lambda m: scene_of(EDIT, model=m),
    "several": lambda m: scene_of(*_several(), model=m),
    "long": lambda m: scene_of(LONG, model=m),
    "japanese": lambda m: scene_of(JAPANESE, model=m),
    "question": lambda m: scene_of(ONE, model=m),
    "picked": lambda m: scene_of(TWO, model=m, state=turned(TWO, _PICKED)),
    "check": lambda m: scene_of(TWO, model=m, state=turned(TWO, replace(_PICKED, page=99))),
    "options": lambda m: scene_of(MANY, model=m),
    "plan": lambda m: scene_of(PLAN, model=m),
    "form": lambda m: scene_of(FORM, model=m),
    "written-form": lambda m: scene_of(WRITTEN_FORM, model=m),
    "fallback": lambda m: scene_of(FALLBACK, model=m),
    "keys": lambda m: scene_of(FALLBACK, model=m, state=turned(FALLBACK, AskState(page=1))),
    "dialog": lambda m: scene_of(DIALOG, model=m),
    "blocked": lambda m: scene_of(BLOCKED, model=m),
    "limit": lambda m: scene_of(LIMIT, model=m),
    "failure": lambda m: scene_of(FAILURE, model=m),
    "notification": lambda m: scene_of(NOTIFICATION, model=m),
    "done": lambda m: scene_of(DONE, model=m),
    "sessions": lambda m: scene_of(model=m),
    "session": lambda m: scene_of(model=m, state=BoardState(session=SHOP)),
}
