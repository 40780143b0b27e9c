"""The HTTP interface: tables are set up here; they are played over the websocket."""
