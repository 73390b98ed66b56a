"""Run `cvrender completion`."""

import click

_SHELLS = ("bash", "zsh", "fish")
_VARIABLE = "_CVRENDER_COMPLETE"


@click.command("completion")
@click.argument("shell", type=click.Choice(_SHELLS))
def command(shell: str) -> None:
    """Print a script that completes commands, options, profiles, views and styles in a shell.

    \b
    bash  add to ~/.bashrc:                    eval "$(cvrender completion bash)"
    zsh   add to ~/.zshrc, after compinit:     eval "$(cvrender completion zsh)"
    fish  add to ~/.config/fish/config.fish:   cvrender completion fish | source
    """
    from click.shell_completion import get_completion_class

    from cvrender.cli import main

    kind = get_completion_class(shell)
    assert kind is not None
    script = kind(main, {}, "cvrender", _VARIABLE)
    source = script.source_template % script.source_vars()
    click.echo(source.replace('string split "," $completion', 'string split --max 1 "," $completion'))  # fish: a,b is one word
