"""The measurements of ``greatwar bench``, each against its budget."""
