"""Stored games: ``han-record/1`` (`docs/reference/record.md`), written, read and replayed."""
