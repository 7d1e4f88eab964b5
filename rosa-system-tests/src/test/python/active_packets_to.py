"""Sends five active packets to a MAC address: active_packets_to.py IFNAME MAC"""
import sys

from scapy.all import Ether, IP, IPOption_Router_Alert, Raw, UDP, sendp

PACKET = (IP(options=[IPOption_Router_Alert()], src="10.0.1.2", dst="10.0.2.2")
          / UDP(sport=1, dport=3322) / Raw(b"x" * 80))
sendp([Ether(src="02:00:00:00:0a:01", dst=sys.argv[2]) / PACKET] * 5, iface=sys.argv[1], verbose=False)
