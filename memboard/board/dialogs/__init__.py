"""What lies over the board for a moment: the editor, questions, lists to choose from."""
