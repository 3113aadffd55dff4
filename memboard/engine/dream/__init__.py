"""Dream: repeated notes are found, merged under guard, and every cycle can be undone."""
