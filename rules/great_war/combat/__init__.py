"""§10.0: combat, from its declaration to the advance, with the events and aircraft that take part in it."""
