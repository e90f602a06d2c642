"""Mail that the server sends, if whoever runs it has named an SMTP server."""

from __future__ import annotations

from app.mail.letters import Mailer
from app.mail.mail_queue import MailQueue
from app.mail.smtp import Smtp
from app.settings import Settings


def mailer(settings: Settings) -> Mailer | None:
    """What hands letters over; None where no mail is sent."""
    return None if settings.smtp_url is None else Smtp(settings.smtp_url.get_secret_value(), settings.mail_from)


def mail_queue(mailer: Mailer | None) -> MailQueue | None:
    """What takes letters to the post in the background."""
    return None if mailer is None else MailQueue(mailer)
