"""The events of one streamed message, as the Messages API sends them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

Event = Mapping[str, Any]


def start(message: str, model: str) -> Event:
    body: dict[str, Any] = {
        "id": message,
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {"input_tokens": 1000, "output_tokens": 1},
    }
    return {"type": "message_start", "message": body}


def text(index: int, said: str) -> Iterator[Event]:
    yield from _block(index, {"type": "text", "text": ""}, {"type": "text_delta", "text": said})


def call(index: int, use: str, tool: str, given: Mapping[str, Any]) -> Iterator[Event]:
    yield from _block(
        index,
        {"type": "tool_use", "id": use, "name": tool, "input": {}},
        {"type": "input_json_delta", "partial_json": json.dumps(given)},
    )


def end(reason: str, verdicts: Mapping[str, Mapping[str, str]]) -> Iterator[Event]:
    """The last events; verdicts are by tool use and left out when there are none."""
    delta: dict[str, Any] = {"stop_reason": reason, "stop_sequence": None}
    if verdicts:
        status = {"type": "available", "tool_uses": verdicts}
        delta["safeguard_results"] = [{"type": "dangerous_tool_use", "status": status}]
    yield {"type": "message_delta", "delta": delta, "usage": {"output_tokens": 50}}
    yield {"type": "message_stop"}


def error(kind: str, message: str) -> Event:
    return {"type": "error", "error": {"type": kind, "message": message}}


def encoded(event: Event) -> bytes:
    return f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode()


def _block(index: int, empty: Mapping[str, Any], delta: Mapping[str, Any]) -> Iterator[Event]:
    yield {"type": "content_block_start", "index": index, "content_block": empty}
    yield {"type": "content_block_delta", "index": index, "delta": delta}
    yield {"type": "content_block_stop", "index": index}
