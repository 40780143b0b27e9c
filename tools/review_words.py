"""Which sentences are to be reviewed: their English has changed since somebody looked at them.

``tests/messages/reviewed.json`` has, for each language but English, the sentences that were
compared with the English ones, and a digest of the English text at that time.

    python tools/review_words.py                        list what is to be reviewed
    python tools/review_words.py --accept de KEY …      these German sentences are reviewed
    python tools/review_words.py --accept de --all      all German sentences are
    python tools/review_words.py --all                  all sentences of all languages are
"""

import argparse
import json
import sys
from collections.abc import Collection, Mapping
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parent.parent
MESSAGES = ROOT / "src" / "han" / "messages"
REVIEWED = ROOT / "tests" / "messages" / "reviewed.json"
LANGUAGES = ("de", "fr", "it")

Entry = str | dict[str, str]
Digests = dict[str, str]


def read_entries(lang: str) -> dict[str, Entry]:
    """All sentences of a language by their keys, such as ``rules.game_is_over``."""
    found: dict[str, Entry] = {}
    for path in sorted((MESSAGES / lang).glob("*.json")):
        entries: dict[str, Entry] = json.loads(path.read_text("utf-8"))
        found |= {f"{path.stem}.{name}": entry for name, entry in entries.items()}
    return found


def read_reviewed() -> dict[str, Digests]:
    """The list of reviewed sentences: by language and key the digest of the English text."""
    reviewed: dict[str, Digests] = json.loads(REVIEWED.read_text("utf-8"))
    return reviewed


def write_reviewed(reviewed: Mapping[str, Digests]) -> None:
    """Write the list, a line for each sentence."""
    REVIEWED.write_text(json.dumps(reviewed, indent=1) + "\n", "utf-8")


def digest(entry: Entry) -> str:
    """What a text is recognised by."""
    return sha256(json.dumps(entry, sort_keys=True).encode()).hexdigest()[:8]


def to_review(english: Mapping[str, Entry], reviewed: Digests) -> list[str]:
    """The keys whose English text is new or another one than was reviewed."""
    return [key for key, entry in english.items() if reviewed.get(key) != digest(entry)]


def accept(english: Mapping[str, Entry], reviewed: Digests, keys: Collection[str]) -> Digests:
    """The list with these keys reviewed, in the order of the catalogues; old keys drop out."""
    now = {key: digest(english[key]) for key in keys}
    known = reviewed | now
    return {key: known[key] for key in english if key in known}


def show(lang: str, keys: Collection[str], english: Mapping[str, Entry]) -> None:
    """List sentences with the text that they are to be compared with."""
    own = read_entries(lang)
    for key in keys:
        print(f"{lang} {key}\n    en: {english[key]}\n    {lang}: {own.get(key, 'missing')}")


def main(arguments: list[str] | None = None) -> int:
    """List or accept; the status is 1 while something is to be reviewed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--accept", nargs="+", metavar=("LANG", "KEY"), help="say what is reviewed")
    parser.add_argument("--all", action="store_true", help="every sentence is reviewed")
    asked = parser.parse_args(arguments)
    english, reviewed = read_entries("en"), read_reviewed()
    lang, *keys = asked.accept or [""]
    unknown = [key for key in keys if key not in english]
    if (asked.accept and lang not in LANGUAGES) or unknown:
        parser.error(f"there is no {', '.join(unknown) or f'language {lang}'}")
    for one in LANGUAGES:
        if asked.all and lang in ("", one):
            reviewed[one] = accept(english, reviewed.get(one, {}), english)
        elif lang == one:
            reviewed[one] = accept(english, reviewed.get(one, {}), keys)
    if asked.accept or asked.all:
        write_reviewed(reviewed)
    left = {one: to_review(english, reviewed.get(one, {})) for one in LANGUAGES}
    for one, some in left.items():
        show(one, some, english)
    return 1 if any(left.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
