"""Errors of records."""

from pathlib import Path

from han.messages import HanError


class RecordError(HanError):
    """Text that is not a record: not JSON, incomplete, or of another form."""

    file: Path | None = None

    def in_file(self, path: Path) -> "RecordError":
        """The same error, naming the file."""
        self.file = path
        return self

    def text(self, lang: str = "en") -> str:
        """The file, if one is known, and the sentence."""
        sentence = super().text(lang)
        return f"{self.file}: {sentence}" if self.file else sentence


class RecordMismatchError(HanError):
    """A record that differs from the result of replaying it."""
