"""Notes everything that goes wrong on a page."""

from playwright.sync_api import ConsoleMessage, Page, Request, Response

OF_THE_BROWSER = (
    "GL Driver Message",  # how slow it is to draw without a graphics card
    "Service Worker registration blocked",  # where a test has no use for one
)


class Watched:
    """A page whose errors, failed requests and refusals are collected.

    A forgiving one is told that the server goes away for a while: it lets failed connections pass.
    One that is to be refused something lets the answers pass that refuse a request.
    """

    def __init__(self, page: Page, *, forgiving: bool = False, refused: bool = False) -> None:
        self._troubles: list[str] = []
        self._forgiving = forgiving
        self._refused = refused
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._troubles.append(f"error: {error}"))
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)

    def check(self) -> None:
        """Nothing went wrong."""
        assert not self._troubles, "\n".join(self._troubles)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and not self._forgiven(message.text):
            self._troubles.append(f"{message.type}: {message.text}")

    def _failed(self, request: Request) -> None:
        left = request.failure == "net::ERR_ABORTED"  # left behind by going to another page
        if not left and not self._forgiven(request.failure or ""):
            self._troubles.append(f"failed: {request.url} {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= (500 if self._refused else 400):
            self._troubles.append(f"{response.status}: {response.url}")

    def _forgiven(self, trouble: str) -> bool:
        if any(each in trouble for each in OF_THE_BROWSER):
            return True
        if self._refused and "status of 4" in trouble:
            return True
        return self._forgiving and "net::ERR_" in trouble
