"""Pictures over HTTP, without a token."""

import http.client
import json
from urllib.parse import urlsplit

import pytest
from tests.stage.calls import call
from tests.stage.daemon import StagedDaemon
from tests.stage.until import PATIENCE

from quarterdeck.boards.icons import Icon
from quarterdeck.boards.known_icons import KNOWN
from quarterdeck.surfaces.tkeyboard.drawing import draw, encoded


def generate(daemon: StagedDaemon, **body: object) -> tuple[int, dict[str, object]]:
    return call(daemon, "POST", "/generate-image", body, Authorization=None)


def fetch(daemon: StagedDaemon, path: str) -> tuple[int, bytes]:
    line = http.client.HTTPConnection(urlsplit(daemon.url).netloc, timeout=PATIENCE)
    line.request("GET", path)
    answer = line.getresponse()
    data = answer.read()
    line.close()
    return answer.status, data


def test_a_picture_is_made_once_and_fetched_by_its_name(daemon: StagedDaemon) -> None:
    status, told = generate(daemon, emoji="💾")
    made = {"success": True, "filename": Icon("💾").file, "cached": False}
    assert (status, {key: told[key] for key in made}) == (200, made)
    assert told.keys() - made.keys() == {"sessionId", "claudePid"}
    assert generate(daemon, emoji="💾")[1]["cached"] is True
    assert fetch(daemon, f"/images/{told['filename']}") == (200, encoded(draw(Icon("💾"))))


def test_a_form_is_as_good_as_json(daemon: StagedDaemon) -> None:
    """What `curl -d` sends says that it is a form."""
    form = "application/x-www-form-urlencoded"
    given = json.dumps({"text": "RUN", "color": "#0f0", "name": "my-run"}).encode()
    told = call(daemon, "POST", "/generate-image", given, Authorization=None, Content_Type=form)[1]
    assert told["filename"] == "my-run.rgb"
    assert fetch(daemon, "/images/my-run.rgb")[1] == encoded(draw(Icon("", "RUN", "#00ff00")))


def test_the_well_known_names_are_there(daemon: StagedDaemon) -> None:
    assert fetch(daemon, "/images/stop.rgb") == (200, encoded(draw(KNOWN["stop"])))


def test_a_well_known_name_keeps_its_picture(daemon: StagedDaemon) -> None:
    status, told = generate(daemon, emoji="✅", name="no")
    assert (status, told["error_type"]) == (409, "name_taken")
    assert fetch(daemon, "/images/no.rgb") == (200, encoded(draw(KNOWN["no"])))


@pytest.mark.parametrize(
    "path",
    [
        "/images/../token",
        "/images/..%2Ftoken",
        "/images/%2e%2e/token",
        "/images/....//token",
        "/images/%2Fetc%2Fpasswd",
        "/images/token",
        "/images/none.rgb",
        "/images/.rgb",
        "/images/yes.rgb%00",
        "/images/yes.rgb/",
        "/images/",
    ],
)
def test_no_path_leads_anywhere_else(daemon: StagedDaemon, path: str) -> None:
    status, data = fetch(daemon, path)
    assert status in (307, 401, 404)
    assert (daemon.home / "token").read_bytes().strip() not in data


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({}, "is needed"),
        ({"emoji": 3}, "'emoji' must be a string"),
        ({"text": "a\x07b"}, "Control characters"),
        ({"text": "x", "color": "url(x)"}, "not a colour"),
        ({"text": "x", "name": "../x"}, "A name has"),
    ],
)
def test_nonsense_is_refused_with_a_reason(daemon: StagedDaemon, body: object, why: str) -> None:
    status, told = call(daemon, "POST", "/generate-image", body, Authorization=None)
    assert status == 400
    assert why in told["message"]


@pytest.mark.parametrize("method", ["POST", "GET"])
def test_a_page_of_another_origin_gets_nothing(daemon: StagedDaemon, method: str) -> None:
    path = "/generate-image" if method == "POST" else "/images/yes.rgb"
    status, told = call(
        daemon, method, path, {"emoji": "✅"}, Authorization=None, Origin="http://evil.example"
    )
    assert (status, told["error_type"]) == (403, "wrong_origin")


def test_everything_else_still_needs_the_token(daemon: StagedDaemon) -> None:
    for method, path in (
        ("GET", "/api/asks"),
        ("POST", "/images/yes.rgb"),
        ("GET", "/generate-image"),
    ):
        assert call(daemon, method, path, Authorization=None)[0] == 401


def test_the_cache_can_be_cleared(daemon: StagedDaemon) -> None:
    file = generate(daemon, text="GONE")[1]["filename"]
    status, told = call(daemon, "POST", "/images/clear-cache", Authorization=None)
    assert status == 200
    assert told["success"] is True
    assert told["cleared"] >= 1
    assert fetch(daemon, f"/images/{file}")[0] == 404
