"""attack: attacks the lab's proxy from src, and says whether it held (./rosa lab --proxy, "help")."""

import argparse
import json
import os
import shutil
import signal
import sys

import network
import proxy_network
from attack import OneLineParser, number
from proxy_bouts import ATTACKS, HELD, Bout

MOST_SECONDS = 60


def arguments():
    table = "\n".join(("  %-14s %-66s %s" % (name, what, " ".join(reasons))).rstrip()
                      for name, (what, reasons) in ATTACKS.items())
    parser = OneLineParser(
        prog="attack", formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False,
        description="Attacks the lab's proxy: sends from src what the proxy must refuse, in ways that\n"
                    "may get it past. An eye at dst sees what arrives. Genuine requests of another\n"
                    "client go beside them: where those are not answered, there is no verdict.\n\n"
                    "attacks, and the counters of refusals by which the proxy must answer:\n" + table +
                    "\n  all            each of them in turn",
        epilog="Exit codes: 0: held; 1: NOT held, or no verdict; 2: wrong usage, or something is missing.")
    parser.add_argument("attacks", metavar="NAME", nargs="+", choices=[*ATTACKS, "all"],
                        help="one of those above, or several")
    parser.add_argument("--seconds", type=number(1, MOST_SECONDS), default=5, metavar="N",
                        help="of proxy-flood: how long (default: 5, at most 60)")
    parser.add_argument("--connections", type=number(1, 4000), default=400, metavar="N",
                        help="of proxy-flood: incomplete requests at a time (default: 400)")
    parser.add_argument("--json", action="store_true", help="the result as JSON")
    return parser.parse_args()


def require(names):
    network.require_lab()
    if not os.path.exists(os.path.join(os.environ["ROSA_LAB_DIR"], "nginx.conf")):
        raise network.Refused("works inside of ./rosa lab --proxy only")
    if "proxy-overlap" in names:
        try:
            import scapy  # noqa: F401
        except ImportError as e:
            raise network.Refused(
                "needs scapy; install with: sudo apt-get install -y python3-scapy") from e
    path = os.environ.get("PATH", "") + ":/usr/sbin"
    if "proxy-telnet" in names and shutil.which("telnetd", path=path) is None:
        raise network.Refused(
            "dst has no telnet server; install with: sudo apt-get install -y inetutils-telnetd")


def print_table(bouts):
    rows = [("attack", "sent", "arrived", "genuine", "refused at r1", "verdict")] + [
        (bout.name, str(len(bout.attempts)), str(bout.arrived()),
         "%d of %d" % (bout.genuine_answered, bout.genuine_sent), grown(bout.refused), bout.verdict)
        for bout in bouts]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
    print()
    for bout in bouts:
        if len(bouts) == 1 or bout.verdict != HELD:
            print("%s: %s: %s" % (bout.name, bout.verdict, bout.because))
    if len(bouts) > 1 and all(bout.verdict == HELD for bout in bouts):
        print("held: all of them")


def grown(refused):
    if refused is None:
        return "(no proxy)"
    return ", ".join("%s %d" % one for one in sorted(refused.items())) or "-"


def run(options):
    names = list(ATTACKS) if "all" in options.attacks else options.attacks
    require(names)
    proxy_network.add_other_client()
    bouts = []
    for name in names:
        bout = Bout(name, options)
        bout.run()
        bouts.append(bout)
    return bouts


def main():
    options = arguments()
    # Whatever happens, it ends.
    signal.alarm(300 + 2 * MOST_SECONDS)
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
