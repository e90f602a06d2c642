"""Standing orders: what a seat answers beforehand. They are its own: nobody else is told of one before it is used."""
