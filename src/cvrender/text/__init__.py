"""Apply the rules of scripts and languages to text: directions, shaping, capitals, order, words."""
