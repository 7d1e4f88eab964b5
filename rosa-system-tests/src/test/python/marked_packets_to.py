"""Sends five active packets with a packet mark to a MAC address: marked_packets_to.py IFNAME MAC MARK"""
import socket
import sys

from scapy.all import Ether, IP, IPOption_Router_Alert, Raw, UDP

PACKET = (IP(options=[IPOption_Router_Alert()], src="10.0.1.2", dst="10.0.2.2")
          / UDP(sport=1, dport=3322) / Raw(b"x" * 80))
SO_MARK, IPV4 = 36, 0x0800
packets = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
packets.setsockopt(socket.SOL_SOCKET, SO_MARK, int(sys.argv[3], 0))
packets.bind((sys.argv[1], IPV4))
for _ in range(5):
    packets.send(bytes(Ether(src="02:00:00:00:0a:01", dst=sys.argv[2]) / PACKET))
