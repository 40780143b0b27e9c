"""Learning the tables of `han.search.tables` from games between bots."""
