"""Refuse every request that does not come from the page that `cvrender preview` or `cvrender edit` opened.

Pages of other sites can send requests to 127.0.0.1. So the name of the host must be the one that is listened on (against DNS
rebinding), the origin must be the preview itself, and the browser must have the token, which only the printed address
contains. The cookie is `SameSite=Strict`, so other sites' requests do not carry it.

Every user of the machine can read the command line of a browser. So the browser is given a private file, whose page leads to an
address with a code that is exchanged for the cookie once.
"""

from http.cookies import CookieError, SimpleCookie
from secrets import compare_digest

from starlette.datastructures import Headers, MutableHeaders, QueryParams
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_LEAD = '<!DOCTYPE html><meta charset="utf-8"><title>cvrender</title><meta http-equiv="refresh" content="0;url={address}">\n'
WRITES = "x-cvrender"
"""The header that each request to change something has, which pages of other sites cannot send."""
MOST_BYTES = 50_000_000
"""The size of the largest request."""
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


def leading_page(address: str) -> str:
    """Return a page that leads a browser to an address at once."""
    return _LEAD.format(address=address)


class Guard:
    """ASGI middleware that lets only the preview's own requests pass, and adds security headers to every response."""

    def __init__(self, app: ASGIApp, port: int, token: str, once: str = "", *, writes: bool = False) -> None:
        self.app = app
        self.writes = writes
        self.once = once
        self.hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}
        self.token = token
        self.cookie = f"cvrender-{port}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        await (self._refusal(scope) or self.app)(scope, receive, send_with_headers)

    def _refusal(self, scope: Scope) -> Response | None:
        """Return the response to a request that must not pass, or the one that sets the cookie."""
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        if host not in self.hosts:
            return PlainTextResponse("unknown host\n", 421)
        if origin is not None and origin != f"http://{host}":
            return PlainTextResponse("requests of other sites are refused\n", 403)
        if scope["method"] not in ("GET", "HEAD") and (refusal := self._refusal_to_write(scope["method"], headers)):
            return refusal
        query = QueryParams(scope["query_string"])
        token = query.get("token")
        if scope["path"] == "/" and self.once and compare_digest(query.get("once", "").encode(), self.once.encode()):
            self.once = ""
            return self._with_cookie(HTMLResponse(_LEAD.format(address="/")))  # a redirection from a file would lack the cookie
        if scope["path"] == "/" and token is not None and self._is_token(token):
            return self._with_cookie(RedirectResponse("/", 303))
        if not self._is_token(self._cookie(headers.get("cookie", ""))):
            return PlainTextResponse("open the address that cvrender printed\n", 403)
        return None

    def _refusal_to_write(self, method: str, headers: Headers) -> Response | None:
        """Return the response to a request that must not write. A form of another site cannot send the header."""
        if not self.writes or method != "POST":
            return PlainTextResponse("nothing can be changed here\n", 405)
        if headers.get(WRITES) != "edit" or headers.get("origin") is None:
            return PlainTextResponse("only the page of cvrender edit can change something\n", 403)
        length = headers.get("content-length", "")
        if not (length.isascii() and length.isdigit()):
            return PlainTextResponse("a request has to say its length\n", 411)
        return PlainTextResponse("too large\n", 413) if int(length) > MOST_BYTES else None

    def _with_cookie(self, response: Response) -> Response:
        response.set_cookie(self.cookie, self.token, httponly=True, samesite="strict")
        return response

    def _is_token(self, value: str) -> bool:
        return compare_digest(value.encode(), self.token.encode())

    def _cookie(self, header: str) -> str:
        try:
            cookie = SimpleCookie(header).get(self.cookie)
        except CookieError:
            return ""
        return cookie.value if cookie else ""
