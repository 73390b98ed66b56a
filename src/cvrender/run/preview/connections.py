"""Close connections on which no whole request arrives in time."""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

SECONDS = 10.0
"""Seconds until the head of a request must have arrived; a browser sends it in one piece."""


class ImpatientProtocol(H11Protocol):
    """HTTP that does not wait for ever: else a program that opens connections and sends nothing could use them all up."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Wait for the first request."""
        super().connection_made(transport)
        self._expect()

    def data_received(self, data: bytes) -> None:
        """Read a part of a request, and stop the clock when its head is there."""
        super().data_received(data)
        if self._is_answering() and self._deadline:
            self._deadline.cancel()
            self._deadline = None
        elif not self._is_answering() and not self._deadline:
            self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clock."""
        if self._deadline:
            self._deadline.cancel()
        super().connection_lost(exc)

    def _is_answering(self) -> bool:
        return bool(self.cycle and not self.cycle.response_complete)

    def _expect(self) -> None:
        self._deadline = self.loop.call_later(SECONDS, self.transport.close)
