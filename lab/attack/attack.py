"""attack: attacks the lab's own network from src, and says whether it held (./rosa lab, "help")."""

import os
import sys
import time

import command
import network
from bout import ATTACKS, Bout, packets
from command import MOST_SECONDS, grown, number

SKEW_SECONDS = 1
# The sessions' packets are told apart by their sequence numbers.
BRIEF_SESSION_FROM = 1_000_000


def arguments():
    parser = command.parser(
        ATTACKS,
        "Attacks the lab's own network: sends to dst, from src, through r1 and r2, what\n"
        "an attacker on the path might make of genuine packets without their key. Genuine\n"
        "packets go beside them: where those do not arrive, there is no verdict.",
        "by which drop reason r1 must answer")
    parser.add_argument("--ipv6", action="store_true", help="over IPv6")
    parser.add_argument("--count", type=number(1, 1000), default=5, metavar="N",
                        help="packets to attack with, but flood (default: 5, at most 1000)")
    parser.add_argument("--rate", type=number(1, 50000), default=5000, metavar="N",
                        help="of flood: packets per second (default: 5000, at most 50000)")
    parser.add_argument("--seconds", type=number(1, MOST_SECONDS), default=3, metavar="N",
                        help="of flood: how long (default: 3, at most 60)")
    return parser.parse_args()


def row(bout):
    return (bout.name, str(bout.sent), str(bout.arrived()),
            "%d of %d" % (bout.genuine_arrived(), len(bout.genuine)),
            grown(bout.drops["r1"], "(no status)"), grown(bout.drops["r2"], "(no status)"),
            bout.verdict)


def print_bouts(bouts):
    head = ("attack", "sent", "arrived", "genuine", "drops at r1", "drops at r2", "verdict")
    command.print_table(head, bouts, row)


def open_sessions(options, names):
    """alice's session, and one that is over if an attack needs it."""
    marker = b"attack " + os.urandom(4).hex().encode()
    asked = network.request(options.ipv6, 300)
    asked_brief = network.request(options.ipv6, 1) if "expired" in names else None
    session, brief = packets.Session(network.granted(asked), marker), None
    if asked_brief:
        brief = packets.Session(network.granted(asked_brief), marker)
        brief.sequence = BRIEF_SESSION_FROM
    return session, brief


def attack(options):
    network.require_lab()
    names = command.chosen(options, ATTACKS)
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


if __name__ == "__main__":
    sys.exit(command.run(arguments(), attack, print_bouts, 120 + 2 * MOST_SECONDS))
