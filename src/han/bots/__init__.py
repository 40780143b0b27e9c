"""Players. A bot is handed a view and a source of chance and nothing else."""
