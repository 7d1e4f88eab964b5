"""Sends a packet that is not active to a MAC address: udp_to.py IFNAME MAC"""
import sys

from scapy.all import Ether, IP, UDP, sendp

FRAME = Ether(src="02:00:00:00:0a:01", dst=sys.argv[2])
sendp(FRAME / IP(src="10.0.1.2", dst="10.0.2.2") / UDP(sport=1, dport=3323), iface=sys.argv[1], verbose=False)
