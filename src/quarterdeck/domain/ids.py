"""Names of things. They are minted at the edge and opaque here."""

from typing import NewType

SessionId = NewType("SessionId", str)
AskId = NewType("AskId", str)
AnswerId = NewType("AnswerId", str)
RequestId = NewType("RequestId", str)  # one kept hook; the same again when it comes back
ActionId = NewType("ActionId", str)
SurfaceId = NewType("SurfaceId", str)
FaceId = NewType("FaceId", str)
CallerId = NewType("CallerId", str)
SubagentId = NewType("SubagentId", str)
AlertChannel = NewType("AlertChannel", str)  # a way to alert a person who looks elsewhere
RuleId = NewType("RuleId", str)  # one change of the rules in an agent's settings
PressId = NewType("PressId", str)  # a press that waits for a program to take it
CallId = NewType("CallId", str)  # the agent's own name for one tool call

MAIN = SubagentId("")  # the session's main thread
