"""The game server: tables that people and bots share."""
