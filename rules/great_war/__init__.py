"""The Great War in Europe: so far what is printed for it. The catalogue does not name it yet: nobody can play it."""
