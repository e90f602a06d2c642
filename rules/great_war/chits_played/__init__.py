"""§6.0 The event chits: buying and drawing (``pools``, ``paying``), what a drawn chit does at once (``settling``), what
is played from the hand (``hand``), in an attack (``in_combat``) and after it (``reactions``), what events forbid
(``bans``, ``russians``), offensives that they order (``offensives``), ``epidemics``, the ``paris_gun``, neutrals that
enter (``entries``), ``landings``, and ``shock_troops``."""
