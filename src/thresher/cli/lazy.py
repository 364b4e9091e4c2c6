"""A click group that imports a command only when it is called."""

import importlib
from typing import Any

import click

from thresher.errors import UnknownNameError

__all__ = ["LazyGroup"]


class LazyGroup(click.Group):
    """Sub-commands by name: ``{"plan": ("thresher.cli.plan:plan", "its help")}``."""

    def __init__(
        self,
        *args: Any,  # noqa: ANN401  click hands its own settings through
        lazy: dict[str, tuple[str, str]],
        **settings: Any,  # noqa: ANN401
    ) -> None:
        super().__init__(*args, **settings)
        self.lazy = lazy

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return every command, in the order of the work."""
        del ctx
        return list(self.lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return one command."""
        del ctx
        if cmd_name not in self.lazy:
            return None
        module, name = self.lazy[cmd_name][0].split(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Answer a wrong name with the right ones."""
        if args and not args[0].startswith("-") and args[0] not in self.lazy:
            error = UnknownNameError("command", args[0], known=self.lazy)
            raise click.UsageError(str(error), ctx)
        return super().resolve_command(ctx, args)

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """List the commands without importing any."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in self.lazy.items()])
