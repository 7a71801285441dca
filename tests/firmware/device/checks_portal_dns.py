"""Every name is ours, and whatever is no question is left alone."""

import struct

from portal_dns import answer

HERE = "192.168.4.1"


def question(name=b"captive.example.com", kind=1, flags=0x0100, count=1, more=b""):
    labels = b"".join(bytes([len(part)]) + part for part in name.split(b".")) + b"\0"
    head = struct.pack(">HHHHHH", 0xBEEF, flags, count, 0, 0, 0)
    return head + labels + struct.pack(">HH", kind, 1) + more


def check_whatever_is_asked_for_is_here():
    for name in (b"captive.apple.com", b"a", b"x" * 63 + b".example"):
        said = answer(question(name), HERE)
        number, flags, asked, found = struct.unpack(">HHHH", said[:8])
        assert (number, flags & 0x8000, asked, found) == (0xBEEF, 0x8000, 1, 1)
        assert said.endswith(b"\xc0\x0c\0\x01\0\x01\0\0\0\x0a\0\x04\xc0\xa8\x04\x01")
        assert said[12:].startswith(question(name)[12:])


def check_other_kinds_of_records_are_not_here():
    for kind in (28, 16, 255, 65):
        said = answer(question(kind=kind), HERE)
        assert struct.unpack(">HHHH", said[:8])[2:] == (1, 0), kind
        assert len(said) == len(question())


def check_what_follows_the_question_is_left_out():
    extended = question(more=b"\0\0\x29\x10\0\0\0\0\0\0\0")
    assert answer(extended, HERE) == answer(question(), HERE)


def check_what_is_no_question_gets_no_answer():
    whole = question()
    wrong = [whole[:size] for size in range(len(whole))]  # cut off anywhere
    wrong += [question(flags=flags) for flags in (0x8180, 0x2800, 0x7900)]
    wrong += [question(count=count) for count in (0, 2, 65535)]
    wrong += [whole[:12] + name + b"\0\x01\0\x01" for name in (b"\xc0\x0c", b"\x40" + b"x" * 64)]
    wrong += [
        whole[:12] + b"\x3f" * 400,
        whole[:12] + (b"\x3f" + b"x" * 63) * 5 + b"\0\0\x01\0\x01",
    ]
    wrong += [whole + b"x" * 600, b"\xff" * 512, b"\0" * 12]
    for data in wrong:
        assert answer(data, HERE) is None, data
