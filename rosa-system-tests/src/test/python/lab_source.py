#!/usr/bin/python3
"""Packets from a node of the lab that share no line of code with ROSA (see foreign_source.py).

Takes a JSON list in a file that is named, and sends each in turn by a raw socket, one in SECONDS with
--every SECONDS, or writes them all to a capture with --write FILE MAC [TAG...] for tcpreplay, each
behind VLAN tags of eight hexadecimal digits, such as 8100a000. An item is a
PACKET of foreign_source.py, or {"other": KIND, "src": IP, "dst": IP}: a packet that carries Router
Alert and is none of ROSA's business, KIND one of rsvp, igmp, icmpv6.
"""

import json
import socket
import sys
import time

from scapy.layers.inet import IP, IPOption_Router_Alert
from scapy.layers.inet6 import ICMPv6EchoRequest, IPv6, IPv6ExtHdrHopByHop, RouterAlert
from scapy.layers.l2 import Ether
from scapy.packet import Raw
from scapy.utils import wrpcap

from foreign_source import build

RSVP, IGMP = 46, 2


def other(item):
    kind = item["other"]
    if kind == "icmpv6":
        return bytes(IPv6(src=item["src"], dst=item["dst"], hlim=64) / IPv6ExtHdrHopByHop(
            options=[RouterAlert(value=0)]) / ICMPv6EchoRequest(data=b"not for ROSA"))
    proto = RSVP if kind == "rsvp" else IGMP
    # A Path message and a query, as far as routers on the way look at them.
    payload = bytes.fromhex("10010000ff000008") if kind == "rsvp" else bytes.fromhex("1164ee9b00000000")
    return bytes(IP(src=item["src"], dst=item["dst"], ttl=64, proto=proto,
                    options=[IPOption_Router_Alert()]) / Raw(payload))


def send(data):
    family = socket.AF_INET6 if data[0] >> 4 == 6 else socket.AF_INET
    destination = data[24:40] if family == socket.AF_INET6 else data[16:20]
    with socket.socket(family, socket.SOCK_RAW, socket.IPPROTO_RAW) as raw:
        raw.sendto(data, (socket.inet_ntop(family, destination), 0))


def frame(data, mac, tags):
    ether_type = "86dd" if data[0] >> 4 == 6 else "0800"
    behind = bytes.fromhex("".join(tags) + ether_type)
    return Ether(dst=mac, type=int.from_bytes(behind[:2], "big")) / Raw(behind[2:] + data)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        items = json.load(file)
    packets = [other(item) if "other" in item else build(item) for item in items]
    options = sys.argv[2:]
    if options[:1] == ["--write"]:
        wrpcap(options[1], [frame(data, options[2], options[3:]) for data in packets])
    else:
        pause = float(options[1]) if options[:1] == ["--every"] else 0.002
        for data in packets:
            send(data)
            time.sleep(pause)
    print(len(packets))


if __name__ == "__main__":
    main()
