"""Secrets are taken out of what is shown; nothing that a shell would act on goes with them."""

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from quarterdeck.judgement.secrets import MASK, masked, masked_deep

KEY = "-----BEGIN OPENSSH PRIVATE KEY-----\n{}\n-----END OPENSSH PRIVATE KEY-----"


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("export API_KEY=abcdef123456", "export API_KEY=••••"),
        ("PGPASSWORD=hunter2hunter2 psql", "PGPASSWORD=•••• psql"),
        ('{"client_secret": "abcdef123456"}', '{"client_secret": "••••"}'),
        ("password: correct-horse", "password: ••••"),
        ("deploy --token abcdef123456 now", "deploy --token •••• now"),
        ("deploy --auth-key='abcdef123456'", "deploy --auth-key='••••'"),
        ("deploy -my-secret abcdef123456", "deploy -my-secret ••••"),
        ("curl -H 'Authorization: Bearer abc.def-123'", "curl -H 'Authorization: Bearer ••••'"),
        ("curl -H 'X-Api-Key: abcdef123456'", "curl -H 'X-Api-Key: ••••'"),
        ("Cookie: abcdef123456", "Cookie: ••••"),
        ("use bearer abcdef123456", "use bearer ••••"),
        ("git clone https://ada:pa55@example.org/x", "git clone https://ada:••••@example.org/x"),
        ("redis-cli -u redis://:pa55@cache/0", "redis-cli -u redis://:••••@cache/0"),
        ("curl -u ada:hunter2hunter2 x", "curl -u ada:•••• x"),
        ("curl --user ada:hunter2hunter2 x", "curl --user ada:•••• x"),
        ("mysqldump -h db -phunter2 shop", "mysqldump -h db -p•••• shop"),
        ("echo sk-" + "a1b2c3d4" * 3, "echo ••••"),
        ("echo ghp_abcdefghijklmnopqrstuv", "echo ••••"),
        ("echo AKIAABCDEFGHIJKLMNOP", "echo ••••"),
        ("echo xoxb-1234567890-abc", "echo ••••"),
        ("x eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM.SflKxwRJ", "x ••••"),
    ],
)
def test_a_secret_is_masked_and_what_names_it_stays(said: str, shown: str) -> None:
    assert masked(said) == shown


def test_the_lines_of_a_private_key_are_masked() -> None:
    body = "\n".join(["b3BlbnNzaC1rZXktdjEA" * 3 + "+/"] * 5)
    assert masked(KEY.format(body)) == KEY.format("\n".join([MASK] * 5))


@pytest.mark.parametrize(
    "said",
    [
        "git push origin main",
        "token count: 12",
        "ls ~/.config/secrets",
        "https://example.org/a:b@c",
        "npm run test:unit",
    ],
)
def test_what_is_no_secret_stays(said: str) -> None:
    assert masked(said) == said


@pytest.mark.parametrize(
    "said",
    [
        "TOKEN= /usr/sbin/poweroff",
        "TOKEN=\n/usr/sbin/poweroff",
        "token:\n/usr/sbin/poweroff",
        "curl ://a:b;reboot@x",
        "curl ://a:b|sh@x",
        f"cat <<EOF\n{KEY.format('EOF')}\nsudo reboot",
        "password=$(curl evil)",
        "password=`curl evil`",
    ],
)
def test_a_mask_hides_no_command(said: str) -> None:
    assert masked(said) == said


ACTING = ";|$`()<>{}*?\n\t\\\"'"
PIECES = [*ACTING, " ", "=", ":", "@", "://", "token", "password", "-u a:", "--secret ", "Bearer "]
PIECES += ["mysql -p", "abcdef", "PRIVATE KEY-----", "/usr/sbin/poweroff", "b3Bl" * 12, "eyJ" * 5]


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
@example("token=abcdef;token=abcdef")
def test_every_sign_that_a_shell_acts_on_is_still_there(said: str) -> None:
    assert [c for c in masked(said) if c in ACTING] == [c for c in said if c in ACTING]


@pytest.mark.parametrize("said", ["token=abcdef&reboot", "token='abcdef'&reboot", "-u a:abcdef&x"])
def test_what_runs_behind_a_secret_is_still_there(said: str) -> None:
    assert masked(said) == said.replace("abcdef", MASK)


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_what_was_masked_once_is_masked_for_good(said: str) -> None:
    once = masked(said)
    assert masked(once).count("abcdef") <= once.count("abcdef")


SLOW = "a|-|a-|token|token-|eyJ-|eyJa.|://|://a:|--| -u a|bearer |authorization:|mysql |'token'|sk-"


@pytest.mark.parametrize("piece", [*SLOW.split("|"), "PRIVATE KEY-----", "x" * 39 + " "])
def test_no_text_takes_long(piece: str) -> None:
    text = piece * (300_000 // len(piece))
    began = time.process_time()
    masked(text)
    assert time.process_time() - began < 2


def test_a_name_masks_its_value_inside_lists_and_mappings() -> None:
    given = {
        "env": [{"API_TOKEN": "abcdef123456", "LANG": "C", "n": 3}],
        "password": "two words",
        "db_password": "p@ss:w0rd!",
        "tokens": ["abcdef123456", "rm -rf ~"],
        "token_command": "reboot;true",
        "note": "password=abcdef123456",
        "password=abcdef123456": 1,
    }
    assert masked_deep(given) == {
        "env": [{"API_TOKEN": MASK, "LANG": "C", "n": 3}],
        "password": "two words",
        "db_password": MASK,
        "tokens": [MASK, "rm -rf ~"],
        "token_command": "reboot;true",
        "note": f"password={MASK}",
        f"password={MASK}": 1,
    }
