"""A command whose options take one number or several: ``--recall 0.1 0.25``."""

import click

__all__ = ["ManyLevels"]


class ManyLevels(click.Command):
    """Repeats an option before each further number, as Insights' users write them."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Turn ``--recall 0.1 0.25`` into ``--recall 0.1 --recall 0.25``."""
        several = {
            name
            for option in self.params
            if isinstance(option, click.Option) and option.multiple
            for name in option.opts
        }
        spread: list[str] = []
        option: str | None = None
        for argument in args:
            if option and spread[-1] != option and _is_number(argument):
                spread += [option, argument]
                continue
            if argument in several:
                option = argument
            elif not _is_number(argument):
                option = None
            spread.append(argument)
        return super().parse_args(ctx, spread)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
