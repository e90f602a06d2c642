"""§14.0 Supply."""
