"""The page about exports is true: its table is made from the columns themselves."""

from han.envs.data.columns import COLUMNS
from pages import REFERENCE, check_parts, table


def test_the_columns() -> None:
    rows = [
        [
            f"`{column.name}`",
            f"`{column.kind}`",
            column.meaning + ("; may be null" if column.may_be_missing else ""),
        ]
        for column in COLUMNS
    ]
    check_parts(REFERENCE / "data.md", {"columns": table(["column", "type", "meaning"], rows)})
