"""Answer agents by the Model Context Protocol: they read, check and render a folder, and propose changes of its profiles.

workspace.py  what a folder holds, and which of its files may be read
proposals.py  the changes that were proposed in a session, and how one of them is written
session.py    one method for each tool
tools.py      what the tools take, and how an answer is written
mcp_server.py the protocol, over standard input and output
"""
