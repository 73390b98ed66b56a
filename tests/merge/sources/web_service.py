"""A server on this machine, which answers as the services' documentation says."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = tuple[int, dict[str, str], bytes]


class WebService:
    """A server on this machine. `asked` are the requests.

    `answers` are given in turn, the last one again and again; `by_path` are those for paths that begin so, which come first.
    """

    def __init__(self) -> None:
        self.answers: list[Answer] = []
        self.by_path: dict[str, Answer] = {}
        self.asked: list[tuple[str, dict[str, str]]] = []
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                service.asked.append((self.path, dict(self.headers)))
                status, headers, content = service.answer(self.path)
                if headers.get("ETag") and self.headers.get("If-None-Match") == headers["ETag"]:
                    status, content = 304, b""
                self.send_response(status)
                for name, value in {"Content-Length": str(len(content)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *arguments: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, path: str) -> Answer:
        """Return the answer to a request."""
        for begin, answer in self.by_path.items():
            if path.startswith(begin):
                return answer
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
