"""Read Word, OpenDocument, HTML and Markdown files as lines, through pandoc's syntax tree."""
