"""attack: attacks the lab's own network from src, and says whether it held (./rosa lab, "help")."""

import argparse
import json
import os
import signal
import sys
import time

import network
from bout import ATTACKS, HELD, Bout, packets

SKEW_SECONDS = 1
# The sessions' packets are told apart by their sequence numbers.
BRIEF_SESSION_FROM = 1_000_000
MOST_SECONDS = 60


class OneLineParser(argparse.ArgumentParser):
    def error(self, message):
        self.exit(2, "attack: %s; attack --help says more\n" % message)


def number(least, most):
    def parse(text):
        if not text.isdecimal() or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError("'%s', expected %d to %d" % (text, least, most))
        return int(text)
    return parse


def arguments():
    table = "\n".join(("  %-10s %-62s %s" % (name, what, " ".join(reasons))).rstrip()
                      for name, (what, reasons) in ATTACKS.items())
    parser = OneLineParser(
        prog="attack", formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False,
        description="Attacks the lab's own network: sends to dst, from src, through r1 and r2, what\n"
                    "somebody on the path might make of genuine packets without their key. Genuine\n"
                    "packets go beside them: where those do not arrive, there is no verdict.\n\n"
                    "attacks, and by which drop reason r1 must answer:\n" + table +
                    "\n  all        each of them in turn",
        epilog="Exit codes: 0: held; 1: NOT held, or no verdict; 2: wrong usage, or something is missing.")
    parser.add_argument("attacks", metavar="NAME", nargs="+", choices=[*ATTACKS, "all"],
                        help="one of those above, or several")
    parser.add_argument("--ipv6", action="store_true", help="over IPv6")
    parser.add_argument("--count", type=number(1, 1000), default=5, metavar="N",
                        help="packets to attack with, but flood (default: 5, at most 1000)")
    parser.add_argument("--rate", type=number(1, 50000), default=5000, metavar="N",
                        help="of flood: packets per second (default: 5000, at most 50000)")
    parser.add_argument("--seconds", type=number(1, MOST_SECONDS), default=3, metavar="N",
                        help="of flood: how long (default: 3, at most 60)")
    parser.add_argument("--json", action="store_true", help="the result as JSON")
    return parser.parse_args()


def grown(drops):
    if drops is None:
        return "(no status)"
    return ", ".join("%s %d" % one for one in sorted(drops.items())) or "-"


def print_table(bouts):
    head = ("attack", "sent", "arrived", "genuine", "drops at r1", "drops at r2", "verdict")
    rows = [head] + [
        (bout.name, str(bout.sent), str(bout.arrived()),
         "%d of %d" % (bout.genuine_arrived(), len(bout.genuine)), grown(bout.drops["r1"]),
         grown(bout.drops["r2"]), bout.verdict) for bout in bouts]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
    print()
    for bout in bouts:
        if len(bouts) == 1 or bout.verdict != HELD:
            print("%s: %s: %s" % (bout.name, bout.verdict, bout.because))
    if len(bouts) > 1 and all(bout.verdict == HELD for bout in bouts):
        print("held: all of them")


def open_sessions(options, names):
    """alice's session, and one that is over if somebody wants it."""
    marker = b"attack " + os.urandom(4).hex().encode()
    asked = network.request(options.ipv6, 300)
    asked_brief = network.request(options.ipv6, 1) if "expired" in names else None
    session, brief = packets.Session(network.granted(asked), marker), None
    if asked_brief:
        brief = packets.Session(network.granted(asked_brief), marker)
        brief.sequence = BRIEF_SESSION_FROM
    return session, brief


def run(options):
    network.require_lab()
    names = list(ATTACKS) if "all" in options.attacks else options.attacks
    if packets is None:
        raise network.Refused("needs scapy; install with: sudo apt-get install -y python3-scapy")
    session, brief = open_sessions(options, names)
    bouts = []
    for name in names:
        if name == "expired":
            over = brief.description["set"] + SKEW_SECONDS + 0.1
            time.sleep(max(0, over - time.time()))
        bout = Bout(name, options, session, brief)
        bout.run()
        bouts.append(bout)
    return bouts


def main():
    options = arguments()
    # Whatever happens, it ends.
    signal.alarm(120 + 2 * MOST_SECONDS)
    try:
        bouts = run(options)
    except network.Refused as e:
        print("attack: %s" % e, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    held = all(bout.verdict == HELD for bout in bouts)
    if options.json:
        print(json.dumps({"held": held, "attacks": [bout.to_json() for bout in bouts]}))
    else:
        print_table(bouts)
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
