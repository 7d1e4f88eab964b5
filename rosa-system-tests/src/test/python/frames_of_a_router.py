"""Sends what a router's machine should not, and one active packet as it comes back: frames_of_a_router.py IFNAME"""
import sys

from scapy.all import (ARP, Dot1Q, Ether, ICMP, ICMPv6ND_RA, IP, IPOption_Router_Alert, IPv6, Raw, TCP, UDP,
                       sendp)

FOUR = dict(src="10.0.1.2", dst="10.0.2.2")


def frame():
    """Of the first diverted interface."""
    return Ether(src="02:52:4f:00:00:01", dst="02:00:00:00:00:01")


def active():
    return (IP(options=[IPOption_Router_Alert()], **FOUR) / UDP(sport=1, dport=3322) / Raw(b"x" * 80))


sendp([
    frame() / ARP(op=2, hwsrc="02:de:ad:be:ef:01", psrc="10.0.1.2", pdst="10.0.1.254"),
    frame() / IP(**FOUR) / ICMP(),
    frame() / IP(**FOUR) / TCP(dport=22, flags="S"),
    frame() / IP(**FOUR) / UDP(sport=1, dport=3322) / Raw(b"x"),
    frame() / IP(options=[IPOption_Router_Alert()], **FOUR) / UDP(sport=1, dport=53) / Raw(b"x"),
    frame() / IP(options=[IPOption_Router_Alert()], frag=8, **FOUR) / UDP(sport=1, dport=3322) / Raw(b"x"),
    frame() / IPv6(src="fe80::1", dst="ff02::1", hlim=255) / ICMPv6ND_RA(),
    frame() / IPv6(src="fd01::2", dst="fd02::2") / UDP(sport=1, dport=3322) / Raw(b"x"),
    frame() / Dot1Q(vlan=7) / active(),
    # The last one, so that all others have been seen before it.
    frame() / active(),
], iface=sys.argv[1], verbose=False)
