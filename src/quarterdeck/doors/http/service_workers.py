"""Removes service workers that another program on our port left in the browser.

A browser asks again for a worker's script after each visit. Ours has none, so whatever it asks
for, it gets one that takes itself out.
"""

from starlette.types import ASGIApp, Receive, Scope, Send

SCRIPT = b"""\
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(leave()));
async function leave() {
  await registration.unregister();
  for (const page of await clients.matchAll({ type: "window" })) await page.navigate(page.url);
}
"""
HEADERS = [
    (b"content-type", b"text/javascript; charset=utf-8"),
    (b"content-length", b"%d" % len(SCRIPT)),
    (b"cache-control", b"no-store"),
    (b"service-worker-allowed", b"/"),  # wherever it stood, it is replaced
]


class NoServiceWorkers:
    """Answers every request for a service worker's script."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer it, or let anything else through."""
        if scope["type"] != "http" or (b"service-worker", b"script") not in scope["headers"]:
            await self._app(scope, receive, send)
            return
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await send({"type": "http.response.body", "body": SCRIPT})
