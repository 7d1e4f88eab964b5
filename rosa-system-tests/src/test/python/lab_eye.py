#!/usr/bin/python3
"""What active packets come in at a node, for its own MAC address: "LINK SEQUENCE PAYLOAD" each.

Runs until it is ended. For IPv4, and suites that leave the payload in clear and have no nonce.
"""

import socket

ALL_PROTOCOLS = 3
UDP, UDP_HEADER = 17, 8
HEADER, TAG = 80, 16

with socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(ALL_PROTOCOLS)) as eye:
    print("looking", flush=True)
    while True:
        packet, (link, _, kind, *_) = eye.recvfrom(65536)
        datagram = packet[(packet[0] & 15) * 4 + UDP_HEADER:]
        if kind == socket.PACKET_HOST and packet[0] >> 4 == 4 and packet[9] == UDP and (
                datagram[:2] == b"RO"):
            sequence = int.from_bytes(datagram[72:80], "big")
            print(link, sequence, datagram[HEADER:-TAG].decode("ascii", "replace"), flush=True)
