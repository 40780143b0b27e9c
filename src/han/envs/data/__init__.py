"""Games as tables for learning: one row a decision, in Parquet files.

`han.envs.data.export` writes them, `han.envs.data.load` reads them as numpy arrays,
`han.envs.data.columns` says what is in them. Writing and reading need the extra ``data``.
"""
