"""Looking ahead, in four rooms: each imports only from those before it.

`tables`: what positions turned out to be worth. `value`: what a piece or a position is worth by
them. `policy`: choosing an action. `tree`: a search of many simulated games.
"""
