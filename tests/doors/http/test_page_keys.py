"""Keys and proofs: what fits, and what a stranger could make of what is heard."""

from dataclasses import replace

from tests.stage.page_client import mac, octets

from quarterdeck.doors.http.page_keys import Claim, PageKeys, code_text, new_key


def test_a_page_has_the_same_key_in_every_run_and_another_token_in_each() -> None:
    one, other = PageKeys("token"), PageKeys("token")
    assert one.key_of("page-1") == other.key_of("page-1")
    assert one.bearer("page-1") != other.bearer("page-1")
    assert one.key_of("page-1") != one.key_of("page-2")
    assert one.key_of("page-1") != PageKeys("another").key_of("page-1")


def test_a_proof_is_good_for_one_question_alone() -> None:
    keys, key = PageKeys("token"), new_key()
    proofs = {
        keys.hello(key, "page-1", "nonce", known=True).proof,
        keys.hello(key, "page-1", "nonce", known=False).proof,
        keys.hello(key, "page-1", "other", known=True).proof,
        keys.hello(key, "page-2", "nonce", known=True).proof,
        keys.hello(new_key(), "page-1", "nonce", known=True).proof,
        PageKeys("token").hello(key, "page-1", "nonce", known=True).proof,
    }
    assert len(proofs) == 6


def test_words_cannot_be_moved_from_one_place_to_another() -> None:
    keys, key = PageKeys("token"), new_key()
    assert keys.hello(key, "a", "bc", known=True) != keys.hello(key, "ab", "c", known=True)


def test_only_the_links_key_makes_a_claim_and_opens_what_is_sealed() -> None:
    keys, link = PageKeys("token"), new_key()
    claim = Claim("code", "nonce", mac(link, "claim", "code", keys.run, "nonce"))
    assert keys.is_claim(link, claim)
    for wrong in ({"code": "other"}, {"nonce": "other"}, {"proof": ""}, {"proof": "é" * 9}):
        assert not keys.is_claim(link, replace(claim, **wrong))
    assert not keys.is_claim(new_key(), claim)
    sealed = keys.sealed(link, claim, "page-1")
    pad = octets(mac(link, "seal", "code", keys.run, "nonce"))
    assert bytes(a ^ b for a, b in zip(octets(sealed.key), pad, strict=True)) == keys.key_of(
        "page-1"
    )
    assert sealed.proof == mac(link, "sealed", "page-1", sealed.key, "nonce")


def test_a_code_holds_its_name_and_its_key() -> None:
    key = new_key()
    name, _, secret = code_text("a-name_1", key).partition(".")
    assert (name, octets(secret)) == ("a-name_1", key)
