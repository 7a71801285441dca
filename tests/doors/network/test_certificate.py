"""The certificate is made once, for us alone, and never replaced by another."""

import ssl
from pathlib import Path

import pytest

from quarterdeck.doors.network.certificate import NoCertificate, certificate_in


def test_it_is_made_once_and_kept_for_us_alone(tmp_path: Path) -> None:
    file = tmp_path / "network.pem"
    made = certificate_in(file)
    assert file.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [file]
    assert certificate_in(file).pin == made.pin
    assert certificate_in(tmp_path / "other.pem").pin != made.pin


def test_old_tls_is_not_spoken(tmp_path: Path) -> None:
    context = certificate_in(tmp_path / "network.pem").context
    assert context.minimum_version >= ssl.TLSVersion.TLSv1_2


def test_one_that_is_damaged_is_left_alone_and_named(tmp_path: Path) -> None:
    file = tmp_path / "network.pem"
    file.write_text("half a key")
    with pytest.raises(NoCertificate, match=r"network\.pem cannot be used"):
        certificate_in(file)
    assert file.read_text() == "half a key"


def test_without_openssl_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoCertificate, match="`openssl` makes the certificate"):
        certificate_in(tmp_path / "network.pem")
    assert not list(tmp_path.iterdir())


def test_an_openssl_that_fails_is_quoted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "openssl").write_text("#!/bin/sh\necho no entropy >&2\nexit 1\n")
    (tmp_path / "openssl").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoCertificate, match="no entropy"):
        certificate_in(tmp_path / "network.pem")
