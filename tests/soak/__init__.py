"""What is worth more time than a test run: `make soak TIME=1h`.

Three parts run side by side for the given time: the rules beside referees (`soak.rules`), servers
that are killed (`soak.kills`) and a server under hostile messages (`soak.messages`). Each is a
process of its own that tells figures while it works. Whatever they find is kept under
`.artifacts/soak`.
"""
