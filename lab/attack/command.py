"""What the commands that attack a lab have in common: their usage, table, exit code and end."""

import argparse
import json
import signal
import sys

import network

HELD, NOT_HELD, NO_VERDICT = "held", "NOT held", "no verdict"
MOST_SECONDS = 60
EXIT_CODES = "Exit codes: 0: held; 1: NOT held, or no verdict; 2: wrong usage, or something is missing."


class OneLineParser(argparse.ArgumentParser):
    def error(self, message):
        self.exit(2, "attack: %s; attack --help says more\n" % message)


def number(least, most):
    def parse(text):
        if not text.isdecimal() or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError("'%s', expected %d to %d" % (text, least, most))
        return int(text)
    return parse


def parser(attacks, description, answers):
    """A parser that knows the attacks by name, and --json."""
    names, texts = max(map(len, attacks)), max(len(what) for what, _ in attacks.values())
    table = "\n".join(("  %-*s %-*s %s" % (names, name, texts, what, " ".join(reasons))).rstrip()
                      for name, (what, reasons) in attacks.items())
    one = OneLineParser(
        prog="attack", formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False,
        description="%s\n\nattacks, and %s:\n%s\n  %-*s each of them in turn" % (
            description, answers, table, names, "all"), epilog=EXIT_CODES)
    one.add_argument("attacks", metavar="NAME", nargs="+", choices=[*attacks, "all"],
                     help="one of those above, or several")
    one.add_argument("--json", action="store_true", help="the result as JSON")
    return one


def chosen(options, attacks):
    return list(attacks) if "all" in options.attacks else options.attacks


def grown(counts, without):
    """Counters that grew, as one cell of the table."""
    if counts is None:
        return without
    return ", ".join("%s %d" % one for one in sorted(counts.items())) or "-"


def print_table(head, bouts, row):
    rows = [head] + [row(bout) for bout in bouts]
    widths = [max(len(cells[column]) for cells in rows) for column in range(len(head))]
    for cells in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(cells, widths)).rstrip())
    print()
    for bout in bouts:
        if len(bouts) == 1 or bout.verdict != HELD:
            print("%s: %s: %s" % (bout.name, bout.verdict, bout.because))
    if len(bouts) > 1 and all(bout.verdict == HELD for bout in bouts):
        print("held: all of them")


def run(options, attack, print_bouts, seconds):
    """Attacks for such a time at most, and prints the result; the exit code."""
    signal.alarm(seconds)
    try:
        bouts = attack(options)
    except network.Refused as e:
        print("attack: %s" % e, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    held = all(bout.verdict == HELD for bout in bouts)
    if options.json:
        print(json.dumps({"held": held, "attacks": [bout.to_json() for bout in bouts]}))
    else:
        print_bouts(bouts)
    return 0 if held else 1
