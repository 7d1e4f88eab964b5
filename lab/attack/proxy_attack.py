"""attack: attacks the lab's proxy from src, and says whether it held (./rosa lab --proxy, "help")."""

import os
import shutil
import sys

import command
import network
import proxy_network
from command import MOST_SECONDS, grown, number
from proxy_bouts import ATTACKS, Bout


def arguments():
    parser = command.parser(
        ATTACKS,
        "Attacks the lab's proxy: sends from src what the proxy must refuse, in ways that\n"
        "may get it past. An eye at dst sees what arrives. Genuine requests of another\n"
        "client go beside them: where those are not answered, there is no verdict.",
        "the counters of refusals by which the proxy must answer")
    parser.add_argument("--seconds", type=number(1, MOST_SECONDS), default=5, metavar="N",
                        help="of proxy-flood: how long (default: 5, at most 60)")
    parser.add_argument("--connections", type=number(1, 4000), default=400, metavar="N",
                        help="of proxy-flood: incomplete requests at a time (default: 400)")
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


def row(bout):
    return (bout.name, str(len(bout.attempts)), str(bout.arrived()),
            "%d of %d" % (bout.genuine_answered, bout.genuine_sent),
            grown(bout.refused, "(no proxy)"), bout.verdict)


def print_bouts(bouts):
    head = ("attack", "sent", "arrived", "genuine", "refused at r1", "verdict")
    command.print_table(head, bouts, row)


def attack(options):
    names = command.chosen(options, ATTACKS)
    require(names)
    proxy_network.add_other_client()
    bouts = []
    for name in names:
        bout = Bout(name, options)
        bout.run()
        bouts.append(bout)
    return bouts


if __name__ == "__main__":
    sys.exit(command.run(arguments(), attack, print_bouts, 300 + 2 * MOST_SECONDS))
