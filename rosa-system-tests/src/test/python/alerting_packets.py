"""Sends packets with and without Router Alert, each with a port of its own: alerting_packets.py IFNAME"""
import sys

from scapy.all import (Ether, IP, IPv6, IPv6ExtHdrFragment, IPv6ExtHdrHopByHop, IPOption_NOP,
                       IPOption_Router_Alert, ICMPv6MLReport, Pad1, PadN, Raw, RouterAlert, UDP, sendp)

ALERT = [IPOption_Router_Alert()]
FOUR = dict(src="10.0.1.2", dst="10.0.2.2")
SIX = dict(src="fd01::2", dst="fd02::2")


def alert6(*options, **fields):
    return IPv6(**SIX) / IPv6ExtHdrHopByHop(options=list(options), autopad=0, **fields)


def active(port):
    return UDP(sport=port, dport=3322) / Raw(b"x" * 80)


RA = RouterAlert(value=2)
PACKETS = [
    # To be diverted.
    IP(options=ALERT, **FOUR) / active(1),
    alert6(RA, PadN(optdata=b"")) / active(2),
    alert6(PadN(optdata=b""), RA) / active(3),
    alert6(Pad1(), Pad1(), RA) / active(4),
    IP(options=ALERT, flags="MF", **FOUR) / active(5),
    alert6(RA, PadN(optdata=b""), nh=44) / IPv6ExtHdrFragment(nh=17, offset=0, m=1) / active(6),
    # Router Alert at every place that padding leaves to it.
    alert6(Pad1(), RA, Pad1()) / active(11),
    alert6(PadN(optdata=b"\0"), RA, *[Pad1()] * 7) / active(12),
    alert6(PadN(optdata=b""), Pad1(), RA, *[Pad1()] * 7) / active(13),
    alert6(PadN(optdata=b"\0\0"), RA, PadN(optdata=b"\0" * 4)) / active(14),
    alert6(PadN(optdata=b"\0" * 3), RA, PadN(optdata=b"\0" * 3)) / active(15),
    alert6(PadN(optdata=b"\0" * 4), RA, PadN(optdata=b"\0" * 2)) / active(16),
    alert6(PadN(optdata=b"\0" * 5), RA, PadN(optdata=b"\0")) / active(17),
    # Behind no-operations, as IPv4 has them.
    IP(options=[IPOption_NOP()] * 4 + ALERT, **FOUR) / active(18),
    IP(options=[IPOption_NOP()] + ALERT + [IPOption_NOP()] * 3, **FOUR) / active(19),
    # Without Router Alert, or with another one: the router decides.
    alert6(RouterAlert(value=0), PadN(optdata=b"")) / active(20),
    alert6(PadN(optdata=b"\0" * 4)) / active(21),
    # Not to be touched: whose they are, their first fragments say. These have what looks like a port.
    IP(options=ALERT, frag=10, proto=17, **FOUR) / active(106),
    alert6(RA, PadN(optdata=b""), nh=44) / IPv6ExtHdrFragment(nh=17, offset=10, m=0) / active(107),
    IP(**FOUR) / active(101),
    IP(options=ALERT, **FOUR) / UDP(sport=102, dport=3323) / Raw(b"x"),
    IP(options=ALERT, proto=2, ttl=1, src="10.0.1.2", dst="224.0.0.22") / Raw(b"\x22" + b"\0" * 7),
    IP(options=ALERT, proto=46, **FOUR) / Raw(b"\x10\x01" + b"\0" * 30),
    IPv6(**SIX) / active(103),
    alert6(RouterAlert(value=0), PadN(optdata=b"")) / ICMPv6MLReport(),
    alert6(RA, PadN(optdata=b"")) / UDP(sport=105, dport=3323) / Raw(b"x"),
    # The last one, so that all others have been seen before it.
    IP(options=ALERT, **FOUR) / active(9),
]
sendp([Ether(src="02:00:00:00:0a:01", dst="02:00:00:00:0a:02") / packet for packet in PACKETS],
      iface=sys.argv[1], verbose=False)
