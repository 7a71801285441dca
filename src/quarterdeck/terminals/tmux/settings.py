"""How typing into tmux is paced: the `[tmux_bridge]` settings."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BridgeSettings:
    """The settings of `[tmux_bridge]` with their defaults; seconds, or milliseconds as named."""

    health_check_interval: float = 30
    subprocess_timeout: float = 5
    text_enter_delay_ms: int = 120
    clear_delay_ms: int = 200
    sequential_send_delay_ms: int = 150
    max_enter_retries: int = 3
    detect_ghost_text: bool = True
    verify_enter: bool = True
    control_mode: bool = True  # without it panes are polled, and nothing is ever attached

    def echo_expected_s(self, length: int) -> float:
        """Give the time in which a text of this length is expected on the screen."""
        return (self.text_enter_delay_ms + max(0, length - 200) // 10) / 1000
