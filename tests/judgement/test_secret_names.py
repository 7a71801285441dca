"""Names of secrets, and values that are none."""

import pytest

from quarterdeck.judgement.secret_names import is_path, is_plain, is_secret, is_type


@pytest.mark.parametrize(
    "name",
    [
        "DB_PASS",
        "pass",
        "PGPASSWORD",
        "dbPassword",
        "passphrase",
        "API_KEY",
        "apiKey",
        "x-api-key",
        "AWS_SECRET_ACCESS_KEY",
        "SECRET_KEY_BASE",
        "TOKEN_2",
        "sig",
        "X-Amz-Signature",
        "GITLAB_PAT",
        "--auth-token",
    ],
)
def test_these_name_secrets(name: str) -> None:
    assert is_secret(name)


@pytest.mark.parametrize(
    "name",
    [
        "max_tokens",
        "token_count",
        "tokenizer",
        "secretary",
        "monkey",
        "key",
        "public_key",
        "password_file",
        "TOKEN_URL",
        "secretName",
        "bypass",
        "",
        "__",
    ],
)
def test_these_do_not(name: str) -> None:
    assert not is_secret(name)


@pytest.mark.parametrize("value", ["/etc/shadow", "~/x", "./pw.txt", "keys/api.txt", "@file"])
def test_paths_are_no_secrets(value: str) -> None:
    assert is_path(value)


@pytest.mark.parametrize("value", ["wJalrXUtn/K7MDENG/bPxRf", "abc123", "a+b/c+d=="])
def test_a_slash_alone_makes_no_path(value: str) -> None:
    assert not is_path(value)


@pytest.mark.parametrize("value", ["string", "None", "self.password", "get_token", "src/a.py"])
def test_types_and_names_in_code_are_plain(value: str) -> None:
    assert is_plain(value)


def test_only_names_of_several_words_look_like_types() -> None:
    assert [is_type(value) for value in ("AuthToken", "Hunter22", "hunter")] == [True, False, False]
