"""§12.1, §13.1 to §13.6, §22.52: who may attack a hex, with what strength, and who must; asked by overruns too."""
