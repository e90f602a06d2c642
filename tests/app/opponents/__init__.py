"""Tests of programs that play against people."""
