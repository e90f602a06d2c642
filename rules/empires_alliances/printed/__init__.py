"""What is printed on the board, the counters, the charts and the cards of Empires & Alliances."""
