"""Read old CVs: each reader gives the lines of a document, and one reader of prose makes data of them (`prose.py`)."""
