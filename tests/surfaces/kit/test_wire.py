from quarterdeck.surfaces.kit.wire import HEAD, length_in, packed, unpacked


def test_a_value_comes_out_as_it_went_in_after_its_length() -> None:
    sent = packed(("a picture", b"\x00\xff", 3))
    head, body = sent[: HEAD.size], sent[HEAD.size :]
    assert length_in(head) == len(body)
    assert unpacked(body) == ("a picture", b"\x00\xff", 3)
