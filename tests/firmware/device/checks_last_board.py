"""What was shown last, kept for the time without a daemon."""

import last_board

ID = "0f" * 16


def check_it_comes_back():
    last_board.save("/last.json", [ID, None, ID, None])
    assert last_board.load("/last.json") == [ID, None, ID, None]


def check_what_is_broken_is_nothing():
    nothing = [None] * 4
    assert last_board.load("/none.json") == nothing
    for text in ("", "{}", "[1, 2, 3, 4]", "[]", '["../x", null, null, null]', "[[[["):
        with open("/broken.json", "w") as file:
            file.write(text)
        assert last_board.load("/broken.json") == nothing, text


def check_a_flash_that_cannot_be_written_does_no_harm():
    last_board.save("/no/such/folder/last.json", [None] * 4)
