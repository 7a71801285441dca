import pytest

from quarterdeck.boards.drawing import Encoding, Format, KeySurface
from quarterdeck.boards.models import MINI, Size
from quarterdeck.doors.http.wire import BadRequest
from quarterdeck.doors.surface.key_profile import key_surface


def test_a_profile_without_keys_has_none() -> None:
    assert key_surface({"kind": "page"}) is None


def test_a_model_is_known_by_its_name_and_says_how_it_wants_pictures() -> None:
    how = {"format": "bmp", "rotate": 90, "flip": [False, True]}
    found = key_surface({"model": "mini", "picture": how})
    assert found == KeySurface(MINI, Encoding(Format.BMP, 90, (False, True)), Encoding())


def test_any_other_grid_is_told_in_numbers() -> None:
    found = key_surface({"columns": 4, "rows": 1, "key": [128, 128], "dials": 2})
    assert found
    model = found.model
    assert (model.keys, model.key, model.strip, model.dials) == (4, Size(128, 128), None, 2)


@pytest.mark.parametrize(
    ("profile", "why"),
    [
        ({"model": "maxi"}, "must be one of mini"),
        ({"model": ["mini"]}, "must be one of mini"),
        ({"columns": 0, "rows": 2}, "'profile.columns' must be"),
        ({"columns": 2, "rows": 10**9}, "'profile.rows' must be"),
        ({"columns": True, "rows": 2}, "'profile.columns' must be"),
        ({"columns": 3, "rows": 1, "key": [80, 80]}, "from 4 to 128 keys"),
        ({"columns": 100, "rows": 100, "key": [80, 80]}, "from 4 to 128 keys"),
        ({"columns": 4, "rows": 1, "key": [1, 80]}, "'profile.key' must be width"),
        ({"columns": 4, "rows": 1, "key": [80, 10**9]}, "'profile.key' must be width"),
        ({"columns": 4, "rows": 1, "key": "large"}, "'profile.key' must be width"),
        ({"columns": 4, "rows": 1, "key": [80, 80], "strip": [9]}, "'profile.strip' must be"),
        ({"columns": 4, "rows": 1, "dials": -1}, "'profile.dials' must be"),
        ({"model": "mini", "picture": "jpeg"}, "'profile.picture' must be an object"),
        ({"model": "mini", "picture": {"format": "gif"}}, "format' must be one of jpeg"),
        ({"model": "mini", "picture": {"format": []}}, "format' must be one of jpeg"),
        ({"model": "mini", "picture": {"rotate": 45}}, "rotate' must be 0, 90, 180 or 270"),
        ({"model": "mini", "picture": {"flip": True}}, "flip' must be two booleans"),
        ({"model": "neo", "strip_picture": {"flip": [1, 0]}}, "flip' must be two booleans"),
    ],
)
def test_what_no_surface_can_be_is_refused(profile: dict[str, object], why: str) -> None:
    with pytest.raises(BadRequest, match=why.replace("'", ".")):
        key_surface(profile)
