"""Compare an edited Word document with what was sent, and propose the changes of the profile that its editors meant."""
