"""What is printed on the map, the counters and the charts, from ``scenarios/schlieffens-war``."""
