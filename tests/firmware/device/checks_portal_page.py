"""The page, and what its form brings back."""

import portal_page


def check_what_was_wrong_and_typed_is_shown_again_but_not_the_password():
    page = portal_page.form("Too short.", "home", "10.0.0.2")
    assert "Too short." in page and 'value="home"' in page and 'value="10.0.0.2"' in page
    for name in portal_page.NAMES:
        assert f'name="{name}"' in page
    assert 'type="password" maxlength="64"\nautocomplete="off">' in page


def check_nothing_that_is_shown_can_run():
    evil = '"><script>alert(1)</script>&'
    for page in (portal_page.form(evil, evil, evil), portal_page.done(evil)):
        assert "<script>" not in page and '""' not in page
        assert "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;" in page


def check_a_form_is_read_as_browsers_send_it():
    body = (
        b"wifi=Caf%C3%A9+1&password=a%26b%3D%2B%25&link=quarterdeck%3A%2F%2Fh%3A1&other=x&wifi2=y"
    )
    found = {"wifi": "Café 1", "password": "a&b=+%", "link": "quarterdeck://h:1"}
    assert portal_page.fields(body) == found


def check_what_is_missing_is_empty():
    for body in (b"", b"&&&", b"wifi", b"=x", b"wifi=&wifi"):
        assert portal_page.fields(body) == {"wifi": "", "password": "", "link": ""}, body


def check_what_is_no_text_is_refused():
    for body in (b"wifi=%", b"wifi=%4", b"wifi=%zz", b"wifi=%ff", b"wifi=\xff", b"%fe=x"):
        try:
            portal_page.fields(body)
        except ValueError:
            continue
        raise AssertionError(body)
