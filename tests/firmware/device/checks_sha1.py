"""SHA-1 by its well-known answers."""

from sha1 import sha1


def check_the_digests_of_the_standard():
    assert sha1(b"").hex() == "da39a3ee5e6b4b0d3255bfef95601890afd80709"
    assert sha1(b"abc").hex() == "a9993e364706816aba3e25717850c26c9cd0d89d"
    text = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
    assert sha1(text).hex() == "84983e441c3bd26ebaae4aa1f95129e5e54670f1"


def check_lengths_around_a_block():
    found = [sha1(b"a" * n).hex()[:8] for n in (55, 56, 63, 64, 65)]
    assert found == ["c1c8bbdc", "c2db330f", "03f09f5b", "0098ba82", "11655326"]


def check_the_example_of_a_handshake():
    key = b"dGhlIHNhbXBsZSBub25jZQ=="
    digest = sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11")
    assert digest.hex() == "b37a4f2cc0624f1690f64606cf385945b2bec4ea"
