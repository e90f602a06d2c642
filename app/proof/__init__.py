"""What makes a match provable: the chain of links, the version of the rules, and the checking of an export."""
