"""Genuine active packets, and what an attacker on the path may make of them (docs/protocol.md, 1 to 5).

Genuine packets are made with a session's key. An attack gets such a packet and no key; it gives
back what to send instead, as IP packets. scapy makes IP and UDP, and sets lengths and checksums
right, so that it is not they that give an attack away.
"""

import hashlib
import hmac
import os
import struct

from scapy.layers.inet import IP, UDP, IPOption_Router_Alert, fragment
from scapy.layers.inet6 import IPv6, IPv6ExtHdrFragment, IPv6ExtHdrHopByHop, RouterAlert, fragment6
from scapy.packet import Raw

PORT = 3322
SERVICE_PORT = 6004
# Protocol numbers of IPv6 headers.
HOP_BY_HOP, FRAGMENT = 0, 44
HMAC_MD5, HMAC_SHA256 = 1, 3
TAG_BYTES = 16
HOUR_SECONDS = 3600

# Offsets of header fields.
SUITE, SET, SESSION, CODE, HEADER = 3, 20, 24, 48, 80

# Others of the lab's two networks: a second address of dst, and one that nobody has.
OTHER_DESTINATION = {4: "10.0.2.3", 6: "fd02::3"}
OTHER_SOURCE = {4: "10.0.1.77", 6: "fd01::77"}


class Session:
    """What "request" printed: makes the session's genuine packets."""

    def __init__(self, description, marker):
        self.description = description
        self.marker = marker
        self.sequence = 0
        self.family = 6 if ":" in description["src"] else 4

    def datagram(self, repeats=1):
        """The UDP payload of the next packet; the marker tells it from all other traffic."""
        self.sequence += 1
        of = self.description
        payload = b"".join(self.marker + b"%7d " % self.sequence for _ in range(repeats))
        header = struct.pack(
            ">2sBBHHIIII8s16s16s8sQ", b"RO", 1, HMAC_SHA256, SERVICE_PORT, len(payload), of["domain"],
            of["epoch"], of["sst"], of["set"], bytes.fromhex(of["session"]), bytes.fromhex(of["user"]),
            bytes.fromhex(of["codeDigest"])[:16], bytes.fromhex(of["grant"]), self.sequence)
        sealed = header + payload
        return sealed + hmac.new(bytes.fromhex(of["kHmac"]), sealed, hashlib.sha256).digest()[:TAG_BYTES]

    def addressed(self, datagram, src=None, dst=None):
        """The IP packet around a UDP payload."""
        src, dst = src or self.description["src"], dst or self.description["dst"]
        udp = UDP(sport=PORT, dport=PORT) / Raw(datagram)
        if self.family == 6:
            return IPv6(src=src, dst=dst, hlim=64) / IPv6ExtHdrHopByHop(
                options=[RouterAlert(value=2)]) / udp
        return IP(src=src, dst=dst, flags="DF", ttl=64, options=[IPOption_Router_Alert()]) / udp

    def packet(self):
        """The next genuine packet, as bytes."""
        return bytes(self.addressed(self.datagram()))


def replaced(data, offset, new):
    return data[:offset] + new + data[offset + len(new):]


def forge(session):
    return [session.addressed(session.datagram()[:-TAG_BYTES] + os.urandom(TAG_BYTES))]


def tamper(session):
    data = session.datagram()
    last = len(data) - TAG_BYTES - 1
    return [session.addressed(replaced(data, last, bytes([data[last] ^ 1])))]


def redirect(session):
    return [session.addressed(session.datagram(), dst=OTHER_DESTINATION[session.family])]


def impostor(session):
    return [session.addressed(session.datagram(), src=OTHER_SOURCE[session.family])]


def extend(session):
    data = session.datagram()
    later = int.from_bytes(data[SET:SET + 4], "big") + HOUR_SECONDS
    return [session.addressed(replaced(data, SET, later.to_bytes(4, "big")))]


def downgrade(session):
    return [session.addressed(replaced(session.datagram(), SUITE, bytes([HMAC_MD5])))]


def code(session):
    return [session.addressed(replaced(session.datagram(), CODE, os.urandom(16)))]


def expired(session):
    return [session.addressed(session.datagram())]


def fragments(session):
    """A genuine packet in pieces; each shows the marker."""
    packet = session.addressed(session.datagram(repeats=16))
    if session.family == 4:
        packet.flags = 0
        return fragment(packet, fragsize=200)
    udp = packet[UDP].copy()
    packet[IPv6ExtHdrHopByHop].remove_payload()
    return fragment6(packet / IPv6ExtHdrFragment(id=int.from_bytes(os.urandom(4), "big")) / udp, 280)


def is_later_fragment(data):
    """True if an IP packet is a fragment behind the first one, which is useless without that."""
    if data[0] >> 4 == 4:
        return int.from_bytes(data[6:8], "big") & 0x1fff != 0
    protocol, header = data[6], 40
    if protocol == HOP_BY_HOP:
        protocol, header = data[40], 48 + 8 * data[41]
    return protocol == FRAGMENT and int.from_bytes(data[header + 2:header + 4], "big") & 0xfff8 != 0


class Flood:
    """Forged packets of ever new sessions, each of which asks the router for a derivation."""

    def __init__(self, session):
        # A number and its complement add nothing to a checksum: set right once, it stays right.
        template = replaced(session.datagram(), SESSION, b"\0\0\0\0\xff\xff\xff\xff")
        self.packet = bytes(session.addressed(template))
        self.at = len(self.packet) - len(template) + SESSION

    def next(self):
        half = os.urandom(4)
        return replaced(self.packet, self.at, half + bytes(255 - byte for byte in half))
