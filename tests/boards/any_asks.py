"""Anything that can be asked, on any grid, for properties that must always hold."""

from dataclasses import replace

from hypothesis import strategies as st
from tests.boards.scenes import CRITICAL, DIALOG, NOW, an_ask, note, permission, question

from quarterdeck.boards.models import MODELS, Model, Size
from quarterdeck.domain.ask_bodies import Blocked, Field, Form, Kind, Plan, Questions
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.ids import AskId
from quarterdeck.domain.risk import Level, Risk
from quarterdeck.domain.shown import Shown

TEXTS = st.text(max_size=40)
LEVELS = st.sampled_from([None, *Level])
NOTES = st.sampled_from([Kind.FALLBACK, Kind.LIMIT, Kind.FAILURE, Kind.NOTIFICATION, Kind.DONE])


CRITICAL_BLOCKED = an_ask(
    Blocked(risk=Risk(Level.CRITICAL, "why", "r", "s", ""), rule="Bash(x)"), title="b"
)


def questions() -> st.SearchStrategy[Ask]:
    labels = st.lists(TEXTS, max_size=9, unique=True)
    one = st.builds(
        lambda text, labels, multi: question(text, text[:8], *labels, multi=multi),
        TEXTS.filter(bool),
        labels,
        st.booleans(),
    )
    several = st.lists(one, min_size=1, max_size=2, unique_by=lambda q: q.text)
    return several.map(lambda found: an_ask(Questions(tuple(found)), title="q"))


def forms() -> st.SearchStrategy[Ask]:
    kinds = st.sampled_from(["string", "enum", "boolean", "integer"])
    field = st.builds(
        lambda name, kind, required: Field(name, name, kind, required, ("a", "b")),
        st.text("abc", min_size=1, max_size=3),
        kinds,
        st.booleans(),
    )
    fields = st.lists(field, max_size=3, unique_by=lambda f: f.name)
    return fields.map(lambda found: an_ask(Form(tuple(found)), title="form", text="form"))


def asks() -> st.SearchStrategy[Ask]:
    """Anything that an agent can ask."""
    rules = st.sampled_from([None, "Bash(make)"])
    return st.one_of(
        st.builds(lambda t, lv, r: permission(t, level=lv, rule=r), TEXTS, LEVELS, rules),
        questions(),
        forms(),
        TEXTS.map(lambda text: an_ask(Plan(Shown(text, (), (), 0)), title=text)),
        st.builds(
            lambda lv, r: an_ask(
                Blocked(risk=Risk(lv, "why", "r", "s", "") if lv else None, rule=r), title="b"
            ),
            LEVELS,
            rules,
        ),
        st.builds(note, NOTES, TEXTS, TEXTS),
        st.sampled_from([DIALOG, CRITICAL, CRITICAL_BLOCKED]),
    )


def agendas() -> st.SearchStrategy[tuple[Ask, ...]]:
    def named(found: list[Ask]) -> tuple[Ask, ...]:
        return tuple(replace(a, id=AskId(f"a{n}"), opened=NOW - n) for n, a in enumerate(found))

    return st.lists(asks(), max_size=2).map(named)


def grids() -> st.SearchStrategy[Model]:
    """The decks that there are, and any other grid of at least four keys."""
    other = st.builds(
        lambda columns, rows: Model(
            name="other", title="Other", columns=columns, rows=rows, key=Size(80, 80)
        ),
        st.integers(2, 16),
        st.integers(1, 5),
    )
    return st.one_of(st.sampled_from(list(MODELS.values())), other.filter(lambda m: m.keys >= 4))
