"""Sends five active packets to a MAC address: active_packets_to.py IFNAME MAC [VLAN]"""
import sys

from scapy.all import Dot1Q, Ether, IP, IPOption_Router_Alert, Raw, UDP, sendp

PACKET = (IP(options=[IPOption_Router_Alert()], src="10.0.1.2", dst="10.0.2.2")
          / UDP(sport=1, dport=3322) / Raw(b"x" * 80))
FRAME = Ether(src="02:00:00:00:0a:01", dst=sys.argv[2])
if len(sys.argv) > 3:
    FRAME = FRAME / Dot1Q(vlan=int(sys.argv[3]))
sendp([FRAME / PACKET] * 5, iface=sys.argv[1], verbose=False)
