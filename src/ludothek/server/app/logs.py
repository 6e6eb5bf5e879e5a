"""Logging: one JSON line per event, without secrets.

Addresses of pages are told by their pattern, because links to seats stand in them.
"""

import json
import logging
import sys
from datetime import UTC, datetime
from logging import Formatter, LogRecord, StreamHandler
from typing import Any, Final

_STANDARD: Final = frozenset(vars(logging.makeLogRecord({}))) | {
    "message",
    "asctime",
    "color_message",
}


class JsonFormatter(Formatter):
    """A log record as a line of JSON."""

    def format(self, record: LogRecord) -> str:
        """Time, level, place and message, then whatever else was given."""
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line.update({k: v for k, v in vars(record).items() if k not in _STANDARD})
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def set_up_logs(level: str) -> None:
    """Write to standard error: lines of JSON, or for somebody at a screen only what matters."""
    handler = StreamHandler()
    watched = sys.stderr.isatty()
    handler.setFormatter(Formatter("%(levelname)s %(message)s") if watched else JsonFormatter())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    if watched:
        handler.setLevel(logging.WARNING)
    for chatty in ("uvicorn", "sqlalchemy", "alembic", "asyncio"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
