"""§11.0: the Combat Phase, from probes to the advance."""
