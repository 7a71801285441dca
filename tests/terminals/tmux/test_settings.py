from quarterdeck.terminals.tmux.settings import BridgeSettings


def test_a_short_text_is_expected_after_the_delay_that_is_set() -> None:
    assert BridgeSettings(text_enter_delay_ms=120).echo_expected_s(5) == 0.12
    assert BridgeSettings(text_enter_delay_ms=300).echo_expected_s(200) == 0.3


def test_a_long_text_is_given_longer() -> None:
    assert BridgeSettings(text_enter_delay_ms=120).echo_expected_s(1200) == 0.22
