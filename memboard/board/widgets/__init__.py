"""The parts every pane is made of."""
