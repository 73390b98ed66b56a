"""What a machine makes of a CV of which it has only the file: `seen` guesses as its parser would, `against` compares."""
