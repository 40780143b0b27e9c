"""Games as data sets for learning: Parquet files with a row for each decision.

`han.envs.data.export` writes them, `han.envs.data.load` reads them as numpy arrays,
`han.envs.data.columns` says what is in them. Writing and reading need the extra ``data``.
"""
