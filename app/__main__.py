"""``python -m app`` is ``greatwar``."""

from app.cli import main

main()
