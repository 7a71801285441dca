"""Pictures on flash."""

import os

import pictures
from pictures import SIZE, Pictures

_numbers = iter(range(1000))


def folder():
    return f"/pictures{next(_numbers)}"


def name(number):
    return "%032x" % number


def arrive(cache, number, size=SIZE, step=4096):
    data = bytes.fromhex(name(number)) + bytes([number & 255]) * size
    cache.begin()
    for at in range(0, len(data), step):
        cache.take(memoryview(data)[at : at + step])
    cache.end()


def first_byte(cache, number):
    pieces = [(row, bytes(piece)) for row, piece in cache.rows(name(number))]
    assert [row for row, _ in pieces] == [16 * n for n in range(8)]
    return pieces[0][1][0]


def check_a_picture_that_came_can_be_shown():
    for step in (4096, 7, 32784):
        cache = Pictures(folder())
        arrive(cache, 5, step=step)
        assert name(5) in cache
        assert first_byte(cache, 5) == 5


def check_the_one_that_came_longest_ago_goes_first():
    cache = Pictures(folder(), most=3)
    for number in (1, 2, 3):
        arrive(cache, number)
    arrive(cache, 1)  # it came again
    arrive(cache, 4)
    assert [n for n in range(6) if name(n) in cache] == [1, 3, 4]


def check_what_is_on_the_keys_stays():
    cache = Pictures(folder(), most=2)
    arrive(cache, 1)
    cache.kept = (name(1),)
    for number in (2, 3, 4):
        arrive(cache, number)
    assert [n for n in range(6) if name(n) in cache] == [1, 4]


def check_what_is_no_picture_leaves_nothing_behind():
    place = folder()
    cache = Pictures(place)
    for size in (0, 100, SIZE - 1, SIZE + 1, 10 * SIZE):
        arrive(cache, 1, size=size)
    cache.begin()
    cache.take(b"short")
    cache.end()
    cache.begin()
    cache.take(b"x" * 500)  # and the line breaks
    cache.begin()
    assert len(cache) == 0
    assert os.listdir(place) == []


def check_it_is_all_there_after_a_restart_and_what_is_broken_is_gone():
    place = folder()
    arrive(Pictures(place), 7)
    for broken in ("new", name(8)):
        with open(f"{place}/{broken}", "wb") as file:
            file.write(b"half")
    cache = Pictures(place)
    assert name(7) in cache
    assert os.listdir(place) == [name(7)]


def check_a_full_flash_loses_old_pictures_first():
    cache = Pictures(folder())
    for number in (1, 2, 3):
        arrive(cache, number)
    free = [0]

    class Flash:
        def __getattr__(self, attribute):
            return getattr(os, attribute)

        def statvfs(self, path):
            blocks = free[0] + 8 * (4 - len(cache))
            return (4096, 4096, 100, blocks, blocks, 0, 0, 0, 0, 255)

    pictures.os, real = Flash(), pictures.os
    try:
        arrive(cache, 4)
        assert [n for n in range(6) if name(n) in cache] == [1, 2, 3, 4]
        free[0] = -8
        arrive(cache, 5)
        assert [n for n in range(6) if name(n) in cache] == [3, 4, 5]
    finally:
        pictures.os = real


def check_a_flash_that_cannot_be_written_is_said_and_nothing_else_breaks():
    cache = Pictures(folder())

    def worn_out(*_):
        raise OSError(28)

    pictures.open = worn_out
    try:
        arrive(cache, 1)
    finally:
        del pictures.open
    assert len(cache) == 0
    assert "pictures are missing" in cache.warning()


def check_there_is_a_warning_from_eighty_per_cent_on():
    cache = Pictures(folder())
    used = [79]

    class Flash:
        def statvfs(self, path):
            return (4096, 4096, 100, 100 - used[0], 0, 0, 0, 0, 0, 255)

    pictures.os, real = Flash(), pictures.os
    try:
        assert cache.warning() == ""
        used[0] = 80
        assert cache.warning() == "The flash is 80 % full."
    finally:
        pictures.os = real


def check_clearing_removes_everything():
    place = folder()
    cache = Pictures(place)
    arrive(cache, 1)
    cache.clear()
    assert len(cache) == 0
    assert os.listdir(place) == []


def check_a_file_that_shrank_is_not_shown():
    place = folder()
    cache = Pictures(place)
    arrive(cache, 1)
    with open(f"{place}/{name(1)}", "wb") as file:
        file.write(b"half")
    try:
        list(cache.rows(name(1)))
    except OSError:
        return
    raise AssertionError("half a picture was shown")
