from tests.boards.scenes import DIALOG, FORM, TWO, WRITTEN_FORM, an_ask, permission, question

from quarterdeck.boards.pages import can_be_picked, pages_of
from quarterdeck.domain.ask_bodies import Field, Form, Questions
from quarterdeck.domain.board_state import AskState
from quarterdeck.domain.meanings import Choose


def test_each_question_is_a_page() -> None:
    pages = pages_of(TWO, AskState()).pages
    assert [(page.head, len(page.items)) for page in pages] == [("Storage", 3), ("Extras", 3)]


def test_nothing_is_sent_while_a_question_has_no_answer() -> None:
    one = AskState(picks={"Where should orders be stored?": ("SQLite",)})
    assert pages_of(TWO, one).send is None


def test_an_empty_label_is_called_by_its_number() -> None:
    ask = an_ask(Questions((question("Which?", "", "", "b"),)))
    page = pages_of(ask, AskState()).pages[0]
    assert [item.look.title for item in page.items] == ["Option 1", "b"]
    assert page.head == "Question"


def test_a_question_without_ready_answers_says_where_it_can_be_answered() -> None:
    page = pages_of(an_ask(Questions((question("Why?", "Why"),))), AskState()).pages[0]
    assert page.text == "Why?\nAnswer it in your own words on the page."
    assert page.items == ()


def test_a_field_that_may_be_left_out_need_not_be_picked() -> None:
    send = pages_of(FORM, AskState(picks={"region": ("eu",)})).send
    assert send == Choose(FORM.id, "accept", {"region": "eu"})


def test_a_form_with_a_field_to_write_cannot_be_filled_in_by_keys() -> None:
    assert can_be_picked(FORM)
    assert can_be_picked(permission())
    assert not can_be_picked(WRITTEN_FORM)
    optional = Form((Field("name", "Name", "string", False, ()),))
    assert not can_be_picked(an_ask(optional))


def test_options_of_a_dialog_answer_and_are_marked_where_they_refuse() -> None:
    found = pages_of(DIALOG, AskState())
    assert found.send is None
    assert [item.look.title for item in found.pages[0].items] == ["Yes, I trust it", "✕ No, exit"]
