"""What ``greatwar league`` is made of: the variants, who plays whom, the file of games that were played, the table."""
