"""Read lists of publications: divide them into items, infer how their items are worded, and read each item accordingly."""
