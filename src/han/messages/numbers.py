"""Numbers as a language writes them."""

SIGNS: dict[str, dict[str, str]] = {
    "en": {},
    "de": {".": ",", ",": ".", "%": "\u00a0%"},
    "fr": {".": ",", ",": "\u202f", "%": "\u00a0%"},
    "it": {".": ",", ",": "."},
}
"""What each language has for the English signs: point, comma between thousands, per cent."""


def format_number(value: float, how: str, lang: str) -> str:
    """A number in the format ``how``, such as ``.1%`` or ``,.0f``, with the language's signs."""
    return format(value, how).translate({ord(sign): own for sign, own in SIGNS[lang].items()})
