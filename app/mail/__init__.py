"""Mail that the server sends, if whoever runs it has named an SMTP server."""

from __future__ import annotations

from app.mail.post import Post
from app.mail.smtp import Smtp
from app.settings import Settings


def post(settings: Settings) -> Post | None:
    """What takes letters to the post; None where no mail is sent."""
    return None if settings.smtp_url is None else Post(Smtp(settings.smtp_url.get_secret_value(), settings.mail_from))
