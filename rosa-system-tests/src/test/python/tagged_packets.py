"""Sends active packets with VLAN tags, and one without: tagged_packets.py IFNAME"""
import sys

from scapy.all import Dot1AD, Dot1Q, Ether, IP, IPOption_Router_Alert, Raw, UDP, sendp


def active(port):
    return (IP(options=[IPOption_Router_Alert()], src="10.0.1.2", dst="10.0.2.2")
            / UDP(sport=port, dport=3322) / Raw(b"x" * 80))


def frame():
    return Ether(src="02:00:00:00:0a:01", dst="02:00:00:00:0a:02")


FRAMES = [
    frame() / Dot1Q(vlan=7) / active(201),
    frame() / Dot1AD(vlan=7) / active(202),
    frame() / Dot1AD(vlan=7) / Dot1Q(vlan=8) / active(203),
    # No VLAN, only a priority: the interface's own.
    frame() / Dot1Q(vlan=0, prio=5) / active(5),
    frame() / Dot1AD(vlan=0) / active(6),
    # Of these, what could be active is dropped.
    frame() / Dot1AD(vlan=0, prio=5) / Dot1Q(vlan=0) / active(204),
    frame() / Dot1Q(vlan=0) / Dot1Q(vlan=0) / Dot1Q(vlan=0) / active(205),
    frame() / Dot1Q(vlan=0) / Dot1Q(vlan=9) / active(206),
    frame() / Dot1Q(vlan=0) / Dot1Q(vlan=0) / IP(src="10.0.1.2", dst="10.0.2.2") / UDP(dport=3322),
    # The last one, so that all others have been seen before it.
    frame() / active(9),
]
sendp(FRAMES, iface=sys.argv[1], verbose=False)
