"""What the settings mean for the watch."""

from quarterdeck.app.alert_channels import alert_policy
from quarterdeck.app.settings import Settings
from quarterdeck.domain.agenda import Order
from quarterdeck.domain.callers import AccessRules, CriticalFrom
from quarterdeck.domain.guards import Guards
from quarterdeck.domain.watch import Policy


def policy_of(settings: Settings) -> Policy:
    """The rules by which the watch decides."""
    display, security = settings.display, settings.security
    return Policy(
        Guards(display.guard_ms / 1000, display.minor_guard_ms / 1000, display.hold_ms / 1000),
        float(settings.agents.gate_s),
        Order(display.order),
        AccessRules(security.agents_may_type, CriticalFrom(security.critical_from)),
        alert_policy(settings.alerts),
    )
