"""The certificate of the network door: made on first use, and pinned by every device."""

import hashlib
import os
import ssl
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

NAME = "quarterdeck"  # whom the certificate names; devices go by its pin
DAYS = "36500"  # nobody renews what devices have pinned
MAKING_TAKES = 30.0  # seconds at most
_BEGIN = "-----BEGIN CERTIFICATE-----"


class NoCertificate(Exception):
    """There is no certificate that can be used; the message says why."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate with its key, and the SHA-256 by which devices know it."""

    context: ssl.SSLContext
    pin: str


def certificate_in(file: Path) -> Certificate:
    """The certificate in this file, made if there is none; raises NoCertificate."""
    try:
        if not file.exists():
            _write(file, _made())
        file.chmod(0o600)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.load_cert_chain(file)
        text = file.read_text()
        der = ssl.PEM_cert_to_DER_cert(text[text.index(_BEGIN) :])
    except (OSError, ValueError) as error:
        # Another one in its place would lock out every device, and tell nobody why.
        why = "remove it, and pair your devices again"
        raise NoCertificate(f"{file} cannot be used ({error}): {why}.") from error
    return Certificate(context, pin_of(der))


def pin_of(der: bytes) -> str:
    """By what a device knows a certificate."""
    return hashlib.sha256(der).hexdigest()


def _made() -> str:
    """A new key and a certificate that it signed itself."""
    key = _openssl("", "ecparam", "-name", "prime256v1", "-genkey", "-noout")
    asked = ("req", "-new", "-x509", "-sha256", "-key", "/dev/stdin")
    return key + _openssl(key, *asked, "-days", DAYS, "-subj", f"/CN={NAME}")


def _openssl(given: str, *words: str) -> str:
    try:
        done = subprocess.run(
            ["openssl", *words],
            input=given,
            capture_output=True,
            text=True,
            check=True,
            timeout=MAKING_TAKES,
        )
    except FileNotFoundError:
        why = "`openssl` makes the certificate, and is not installed"
        raise NoCertificate(f"The network door stays closed: {why}.") from None
    except (subprocess.SubprocessError, OSError) as error:
        said = str(getattr(error, "stderr", "") or error).strip().splitlines()
        raise NoCertificate(f"openssl makes no certificate: {said[-1]}.") from error
    return done.stdout


def _write(file: Path, text: str) -> None:
    """Write it for us alone, in one step: half a key would be worth nothing."""
    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=".network-")
    new = Path(name)
    try:
        with os.fdopen(descriptor, "w") as opened:
            opened.write(text)
        new.replace(file)
    finally:
        new.unlink(missing_ok=True)
