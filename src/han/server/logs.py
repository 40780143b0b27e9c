"""Structured logs: one JSON object a line, or a line for people at a terminal; and no secrets.

Paths are never logged as they came, since links carry secrets: the route's pattern is.
"""

import json
import logging
import sys
from typing import Any

LOG = logging.getLogger("han.server")


class JsonFormatter(logging.Formatter):
    """Writes a record as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """The record's time, level, message and what else it was given."""
        line: dict[str, Any] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        line |= getattr(record, "facts", {})
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class PlainFormatter(logging.Formatter):
    """Writes a record as a line that people read."""

    def format(self, record: logging.LogRecord) -> str:
        """The time of day, the message and what else it was given."""
        facts = [f"{name}={value}" for name, value in getattr(record, "facts", {}).items()]
        line = " ".join([self.formatTime(record, "%H:%M:%S"), record.getMessage(), *facts])
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def note(event: str, level: int = logging.INFO, /, **facts: object) -> None:
    """Log that something happened."""
    LOG.log(level, event, extra={"facts": facts})


def note_error(event: str, /, **facts: object) -> None:
    """Log an error that is being handled, with where it came from."""
    LOG.error(event, exc_info=True, extra={"facts": facts})


def set_up_logs(level: str = "INFO") -> None:
    """Log to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(PlainFormatter() if sys.stderr.isatty() else JsonFormatter())
    # uvicorn tells of each connection with its whole path: hear only what worries it
    for name, least in (("", "WARNING"), ("han", level), ("uvicorn", "WARNING")):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(least)
