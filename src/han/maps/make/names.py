"""Names of old Chinese states and regions, and titles of boards, in four languages.

None of the packaged boards' provinces is among them. A line has one word where all languages write
it alike, else English, German, French, Italian.
"""

from han.maps.make.dice import Dice
from han.maps.model import PROVINCES, Names
from han.messages import LANGUAGES

_STATES = """
Lu | Song | Zheng | Jin | Chen | Cai | Cao | Teng | Xue | Zou | Deng | Sui | Shen | Xu | Yue | Ba
Dai | Liang | Liao | Xia | Min | Dian | Yong | Guo | Rui | Huo | Xing | Pei | Tan | Xiao | Luo | Ji
Hedong | Henei | Anding | Beidi | Longxi | Wuwei | Hepu | Rinan | Nanhai | Danyang | Lujiang | Ye
Donghai | Langya | Beihai | Taishan | Liaoxi | Lelang | Yanmen | Taiyuan | Runan | Nanyang | Guilin
Yulin | Pingyang | Nanyue | Minyue | Loulan | Dali | Yelang | Ordos | Hami | Annam | Dongwu | Jibei
Canton, Kanton, Canton, Canton | Cathay, Kathai, Cathay, Catai | Kucha, Kutscha, Koutcha, Kucha
Kashgar, Kaschgar, Kachgar, Kashgar | Turfan, Turfan, Tourfan, Turfan
"""

_TITLES = (
    ("{0} and the Eight Kingdoms", "{0} und die acht Reiche", "{0} et les huit royaumes",
     "{0} e gli otto regni"),
    ("{0} and Its Neighbours", "{0} und seine Nachbarn", "{0} et ses voisins",
     "{0} e i suoi vicini"),
    ("The Struggle for {0}", "Der Kampf um {0}", "La lutte pour {0}", "La lotta per {0}"),
    ("All Roads Lead to {0}", "Alle Wege führen nach {0}", "Tous les chemins mènent à {0}",
     "Tutte le strade portano a {0}"),
    ("{0} between Two Fires", "{0} zwischen zwei Feuern", "{0} entre deux feux",
     "{0} tra due fuochi"),
)  # fmt: skip

_SEAS = (
    ("Jade Sea", "Jademeer", "Mer de Jade", "Mare di Giada"),
    ("Southern Sea", "Südmeer", "Mer du Sud", "Mare Meridionale"),
    ("Yellow Sea", "Gelbes Meer", "Mer Jaune", "Mar Giallo"),
    ("Sea of Pearls", "Perlenmeer", "Mer des Perles", "Mare delle Perle"),
    ("Quiet Sea", "Stilles Meer", "Mer Calme", "Mare Calmo"),
)

_RIVERS = (
    ("Black River", "Schwarzer Fluss", "Rivière Noire", "Fiume Nero"),
    ("Pearl River", "Perlfluss", "Rivière des Perles", "Fiume delle Perle"),
    ("Willow River", "Weidenfluss", "Rivière des Saules", "Fiume dei Salici"),
    ("White River", "Weißer Fluss", "Rivière Blanche", "Fiume Bianco"),
    ("Crane River", "Kranichfluss", "Rivière des Grues", "Fiume delle Gru"),
)


def draw_names(dice: Dice) -> list[Names]:
    """Nine different names of provinces."""
    return dice.shuffled(_states())[:PROVINCES]


def draw_title(centre: Names, dice: Dice) -> Names:
    """A board's name, after one of its provinces."""
    forms = _named(*dice.pick(_TITLES))
    return {lang: forms[lang].format(centre[lang]) for lang in LANGUAGES}


def draw_sea(dice: Dice) -> Names:
    """The name of a sea."""
    return _named(*dice.pick(_SEAS))


def draw_river(dice: Dice) -> Names:
    """The name of a river."""
    return _named(*dice.pick(_RIVERS))


def id_of(name: Names) -> str:
    """The id of a province of this name."""
    return name["en"].lower()


def _states() -> list[Names]:
    entries = " | ".join(_STATES.strip().splitlines()).split(" | ")
    words = [entry.split(", ") for entry in entries]
    return [_named(*(some if len(some) > 1 else some * len(LANGUAGES))) for some in words]


def _named(*words: str) -> Names:
    return dict(zip(LANGUAGES, words, strict=True))
