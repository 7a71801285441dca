from quarterdeck.terminals.tmux.control.versions import dies_of_news, lacks, leaks, numbered


def test_versions_are_compared_as_numbers() -> None:
    assert numbered("3.3a") < numbered("3.6b") < numbered("3.10") < numbered("next-4.0")
    assert numbered("master") > numbered("3.7c")


def test_what_an_old_one_lacks_is_said() -> None:
    assert leaks("3.5a")
    assert not leaks("3.6b")
    assert dies_of_news("3.6b")
    assert not dies_of_news("3.7")
    assert len(lacks("3.3a")) == 4
    assert lacks("3.7c") == ()
