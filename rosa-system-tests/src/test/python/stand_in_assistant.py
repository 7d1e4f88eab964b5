"""Beats like a router's worker, returns what it is handed, and prints it: stand_in_assistant.py IFNAME MAC"""
import select
import socket
import struct
import sys
import time

ALL, BEAT, EVERY_SECONDS = 3, 0x88B5, 0.15


def name(packet):
    """The source port says which packet it is; of later fragments, the last byte."""
    if packet[0] >> 4 == 4:
        header = (packet[0] & 15) * 4
        if struct.unpack("!H", packet[6:8])[0] & 0x1FFF:
            return "fragment4"
        return str(struct.unpack("!H", packet[header:header + 2])[0])
    behind = 48 + packet[41] * 8
    if packet[40] == 44:
        return "later6" if struct.unpack("!H", packet[behind + 2:behind + 4])[0] & 0xFFF8 else "first6"
    return str(struct.unpack("!H", packet[behind:behind + 2])[0]) if packet[40] == 17 else "other6"


def main(link, mac):
    beats = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0)
    packets = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ALL))
    packets.bind((link, ALL))
    head = bytes.fromhex(mac.replace(":", "")) + bytes(6) + struct.pack("!H", BEAT)
    count, due = 0, 0.0
    while True:
        if time.monotonic() >= due:
            count += 1
            due = time.monotonic() + EVERY_SECONDS
            try:
                beats.sendto(head + struct.pack("!IBBBBQ", 0x524F4231, 1, 0, 1, 0, count) + bytes(30),
                             (link, BEAT))
            except OSError:
                pass
        if select.select([packets], [], [], 0.05)[0]:
            try:
                frame, origin = packets.recvfrom(2048)
            except OSError:
                continue
            kind = struct.unpack("!H", frame[12:14])[0]
            if origin[2] != socket.PACKET_OUTGOING and kind in (0x0800, 0x86DD):
                print("handed", name(frame[14:]), flush=True)
                beats.sendto(head[:6] + frame[6:], (link, kind))


main(*sys.argv[1:])
