"""The words in which stories are told: what can happen, each at the time it is told."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from quarterdeck.domain import events as e
from quarterdeck.domain.actions import Action, Do, Result
from quarterdeck.domain.ask_bodies import (
    Blocked,
    Field,
    Form,
    HookBody,
    Kind,
    Note,
    OtherDialog,
    Permission,
    PermissionDialog,
    Plan,
    Question,
    Questions,
)
from quarterdeck.domain.asks import NO_ANSWERS, Answer, Ask, FromHook, FromScreen, ToolUse
from quarterdeck.domain.callers import Caller, CallerKind, Role
from quarterdeck.domain.channels import Channel, Keep
from quarterdeck.domain.choices import Choices
from quarterdeck.domain.devices import Device
from quarterdeck.domain.ids import (
    MAIN,
    ActionId,
    AnswerId,
    AskId,
    CallerId,
    CallId,
    FaceId,
    RequestId,
    SessionId,
    SubagentId,
    SurfaceId,
)
from quarterdeck.domain.meanings import Means, Wake
from quarterdeck.domain.risk import Level, Risk
from quarterdeck.domain.sessions import Confidence, Facts, Process, Sighting, Source
from quarterdeck.domain.shown import Shown
from quarterdeck.domain.states import Outcome, State
from quarterdeck.domain.surfaces import Eyes, Face, Profile, face_of

Happened = Callable[[float], e.Event]

DESK = SessionId("desk")
BARN = SessionId("barn")

RUN = "this run"


def a_caller(
    name: str = "cli",
    *,
    kind: CallerKind = CallerKind.CLI,
    role: Role = Role.TYPE,
    ceiling: Level = Level.CRITICAL,
    own_token: bool = False,
) -> Caller:
    """Somebody who may do everything, unless told otherwise."""
    return Caller(CallerId(name), kind, name, role, ceiling, session=None, own_token=own_token)


CLI = a_caller()
AGENT = a_caller("an agent", kind=CallerKind.AGENT)


def a_device(name: str, *, role: Role = Role.TYPE, ceiling: Level = Level.CRITICAL) -> Device:
    token = f"hash of the token of {name}"
    return Device(CallerId(name), name, CallerKind.DEVICE, role, ceiling, token, 0.0, 0.0, False)


@dataclass(frozen=True, slots=True)
class Pause:
    """Time in which nothing comes in."""

    seconds: float


def after(seconds: float) -> Pause:
    return Pause(seconds)


def late(seconds: float, happened: Happened) -> Happened:
    """It happened that long ago, and is heard of only now."""
    return lambda now: happened(now - seconds)


def an_ask(
    name: str,
    *,
    kind: Kind = Kind.PERMISSION,
    command: str = "",
    session: SessionId = DESK,
    subagent: str = MAIN,
    tool: str | None = None,
    call: str = "",
    level: Level | None = None,
    questions: tuple[Question, ...] = (),
    fields: tuple[Field, ...] = (),
    opened: float = 0.0,
    deadline: float | None = None,
) -> Ask:
    """An ask of a hook, whose name is also its command, unless another is given."""
    command = command or name
    used = TOOLS.get(kind, "") if tool is None else tool
    origin = FromHook(
        subagent=SubagentId(subagent),
        prompt="prompt",
        cwd="",
        use=ToolUse(used, command, CallId(call) if call else None),
        body=_body(kind, command, level, questions, fields),
    )
    return Ask(
        id=AskId(name),
        session=session,
        title=name,
        text=command,
        origin=origin,
        opened=opened,
        deadline=deadline,
        ended=None,
    )


TOOLS = {Kind.PERMISSION: "Bash", Kind.QUESTION: "AskUserQuestion", Kind.PLAN: "ExitPlanMode"}


def _body(
    kind: Kind,
    command: str,
    level: Level | None,
    questions: tuple[Question, ...],
    fields: tuple[Field, ...],
) -> HookBody:
    risk = Risk(level, "a reason", "a-rule", "A sentence.", "") if level else None
    match kind:
        case Kind.PERMISSION:
            return Permission(input={}, risk=risk, rule=f"Bash({command})", shown=None, change=None)
        case Kind.QUESTION:
            return Questions(questions)
        case Kind.PLAN:
            return Plan(Shown("# The plan", (), (), 0))
        case Kind.ELICITATION:
            return Form(fields)
        case Kind.BLOCKED:
            return Blocked(risk=risk, rule=f"Bash({command})")
        case _:
            return Note(kind)


def a_sight(
    name: str, *, sign: str, text: str = "", permission: bool = False, choices: Choices = ()
) -> Ask:
    """An ask about a dialog that only a screen shows."""
    body = PermissionDialog(None, choices) if permission else OtherDialog(choices)
    return Ask(
        id=AskId(name),
        session=DESK,
        title=name,
        text=text or name,
        origin=FromScreen(sign=sign, body=body),
        opened=0.0,
        deadline=None,
        ended=None,
    )


# What agents do


def noted(session: SessionId = DESK, **facts: str) -> Happened:
    known = Facts(**{"cwd": f"/home/ada/{session}", **facts})  # type: ignore[arg-type]
    return lambda now: e.SessionNoted(session, Process("here", 7, 7), "claude", known, now)


def asked(ask: Ask, hook: str = "", keep: Keep = Keep.RACE, *, started: float = 0.0) -> Happened:
    """An ask comes up, with a hook that waits for it or without; `started` is before now."""

    def opened(now: float) -> e.Event:
        at = now - started
        channel = Channel(RequestId(hook), ask.id, keep, at) if hook else None
        due = ask.deadline and at + ask.deadline
        return e.AskOpened(replace(ask, opened=at, deadline=due), channel)

    return opened


def starts(ask: Ask, call: str) -> Happened:
    return lambda now: e.ToolStarted(
        ask.session, ask.subagent, CallId(call), ask.tool, ask.digest, now
    )


def runs(ask: Ask, call: str = "") -> Happened:
    return lambda now: e.ToolRan(
        ask.session, ask.subagent, CallId(call) if call else None, ask.tool, ask.digest, now
    )


def refused(ask: Ask, call: str, said: str = "", *, interrupted: bool = False) -> Happened:
    return lambda now: e.ToolRefused(
        ask.session, ask.subagent, CallId(call), said, interrupted=interrupted, at=now
    )


def wrote_down(ask: Ask, *, allowed: bool) -> Happened:
    """The agent's own record says that a hook decided."""
    return lambda now: e.HookDecided(ask.session, ask.id, allowed, now)


def passed_over(ask: Ask) -> Happened:
    """The agent's own record says that no hook decided."""
    return lambda now: e.HookPassedOver(ask.session, ask.id, now)


def turn_ends(session: SessionId = DESK) -> Happened:
    return lambda now: e.TurnEnded(session, now)


def subagent_ends(subagent: str) -> Happened:
    return lambda now: e.SubagentEnded(DESK, SubagentId(subagent), now)


def prompted(session: SessionId = DESK) -> Happened:
    return lambda now: e.PromptSubmitted(session, "go on", now)


def cleared(session: SessionId = DESK) -> Happened:
    return lambda now: e.ConversationCleared(session, now)


def says_goodbye(session: SessionId = DESK) -> Happened:
    return lambda now: e.SessionEnded(session, "ended: exit", now)


def process_ends(session: SessionId = DESK) -> Happened:
    return lambda now: e.ProcessEnded(session, now)


def form_ends(ask: Ask) -> Happened:
    return lambda now: e.ElicitationEnded(ask.session, ask.subagent, ask.tool, now)


def sighted(source: Source, state: State, session: SessionId = DESK) -> Happened:
    return lambda now: e.Sighted(
        session, Sighting(source, state, now, f"{source} says so", Confidence.HIGH)
    )


def registry(state: State, session: SessionId = DESK) -> Happened:
    return sighted(Source.REGISTRY, state, session)


# What hooks do


def printed(hook: str) -> Happened:
    return lambda now: e.Printed(RequestId(hook), now)


def breaks(hook: str) -> Happened:
    return lambda now: e.ChannelClosed(RequestId(hook), e.Closing.CLOSED, now)


def terminated(hook: str) -> Happened:
    return lambda now: e.ChannelClosed(RequestId(hook), e.Closing.TERMINATED, now)


# What people and their surfaces do


def an_answer(
    ask: Ask, choice: str, name: str = "answer", text: str = "", *, confirmed: bool = False
) -> Answer:
    return Answer(AnswerId(name), ask.id, choice, text, NO_ANSWERS, confirmed, "the desk", 0.0)


def answered(
    ask: Ask,
    choice: str,
    name: str = "answer",
    *,
    text: str = "",
    answers: dict[str, str] | None = None,
    confirmed: bool = False,
    by: Caller = CLI,
) -> Happened:
    """Somebody answers at the command line, where nothing moves under the finger."""
    given = replace(an_answer(ask, choice, name, text, confirmed=confirmed), answers=answers or {})
    return lambda now: e.Answered(replace(given, at=now), by)


def joins(
    name: str = "deck",
    *,
    by: Caller = CLI,
    hold: bool = True,
    notifies: bool = False,
    eyes: Eyes = Eyes.TOLD,
) -> Happened:
    """A surface is connected."""
    profile = Profile("deck", hold, notifies, eyes=eyes)
    return lambda now: e.SurfaceJoined(SurfaceId(name), profile, by, now)


def shows(*asks: Ask, surface: str = "deck", key: str = "") -> Happened:
    """A surface says that it shows these asks, each with all its choices."""
    faces = tuple(face_of(RUN, ask, choice, key=key) for ask in asks for choice in ask.choices)
    return lambda now: e.BoardShown(SurfaceId(surface), faces, now)


def sleeps(surface: str = "deck") -> Happened:
    """A surface says that it is dark: whatever is pressed on it wakes it."""
    dark: Face[Means] = Face(FaceId("dark"), "0", Wake())
    return lambda now: e.BoardShown(SurfaceId(surface), (dark,), now)


def the_face(ask: Ask, choice: str) -> Face:
    found = ask.choice(choice)
    assert found, f"{ask.id} has no choice {choice}"
    return face_of(RUN, ask, found)


def holds(ask: Ask, choice: str, surface: str = "deck") -> Happened:
    """A face goes down."""
    return lambda now: e.PressBegan(SurfaceId(surface), the_face(ask, choice).id, now)


def pressed(
    ask: Ask,
    choice: str,
    name: str = "press",
    *,
    surface: str = "deck",
    held: float | None = None,
    face: str = "",
) -> Happened:
    """Somebody presses a choice of an ask on a surface."""
    seen = FaceId(face) if face else the_face(ask, choice).id
    return lambda now: e.Pressed(
        AnswerId(name), SurfaceId(surface), seen, held, "", NO_ANSWERS, now
    )


def wanted(
    do: Do, name: str, *, session: SessionId = DESK, by: Caller = CLI, patience: float = 0.0
) -> Happened:
    """Somebody wants something done."""
    return lambda now: e.ActionRequested(Action(ActionId(name), session, do, by, now, patience))


def free(name: str) -> Happened:
    return lambda now: e.TerminalFree(ActionId(name), now)


def pasted(name: str) -> Happened:
    return lambda now: e.TextPasted(ActionId(name), now)


def done(name: str, outcome: Outcome = Outcome.ACCEPTED, note: str = "") -> Happened:
    return lambda now: e.ActionEnded(ActionId(name), Result(outcome, note), now)


def withdrawn(name: str) -> Happened:
    return lambda now: e.ActionWithdrawn(ActionId(name), now)


def paired(device: Device) -> Happened:
    return lambda _: e.DevicePaired(device)


def revoked(name: str) -> Happened:
    return lambda now: e.DeviceRevoked(CallerId(name), now)


def delivered(name: str, outcome: Outcome, note: str = "") -> Happened:
    return lambda now: e.Delivered(AnswerId(name), outcome, note, now)


def snoozed(ask: Ask, seconds: float, *, by: Caller = CLI) -> Happened:
    return lambda now: e.Snoozed(ask.id, now + seconds, by)


def surface_seen(name: str = "deck") -> Happened:
    """A surface acknowledges what it shows: nothing that can be pressed."""
    return lambda now: e.BoardShown(SurfaceId(name), (), now)


def surface_hidden(name: str = "deck") -> Happened:
    return lambda now: e.SurfaceHidden(SurfaceId(name), now)


def surface_left(name: str = "deck") -> Happened:
    return lambda now: e.SurfaceLeft(SurfaceId(name), now)


def journal_failed(*answers: str, actions: tuple[str, ...] = ()) -> Happened:
    names = tuple(map(AnswerId, answers)), tuple(map(ActionId, actions))
    return lambda _: e.JournalFailed(*names, "the disk is full")
