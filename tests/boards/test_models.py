from quarterdeck.boards.models import MINI, MODELS, PEDAL, Model, Size


def test_every_model_has_its_keys() -> None:
    counts = {name: model.keys for name, model in MODELS.items()}
    assert counts == {
        "mini": 6, "original": 15, "mk2": 15, "xl": 32, "neo": 8, "plus": 8, "plus-xl": 36,
        "studio": 32, "pedal": 3,
    }  # fmt: skip


def test_only_the_pedal_shows_nothing() -> None:
    assert [m.name for m in MODELS.values() if m.key is None] == [PEDAL.name]


def test_corner_and_lowest_row_are_found() -> None:
    assert MINI.right_top == 2
    assert [MINI.bottom(n) for n in range(3)] == [5, 4, 3]


def test_in_a_single_row_the_corner_is_not_the_last_key() -> None:
    row = Model(name="row", title="Row", columns=4, rows=1, key=Size(80, 80))
    assert (row.right_top, row.bottom(0)) == (2, 3)
