#!/usr/bin/python3
"""Writes vectors of ESP with AES-256-GCM (RFC 4106) to standard output.

Scapy seals the packets, cryptography opens them. A line has key, salt, high half of an extended
sequence number (or "-"), plaintext with its trailer, and the packet from SPI to ICV.
"""
import struct

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from scapy.all import IP, UDP, Raw, raw
from scapy.layers.ipsec import ESP, SecurityAssociation

KEY = bytes(range(0x20, 0x40))
SALT = bytes.fromhex("cafebabe")
CASES = [  # sequence number, high half, bytes of payload
    (1, None, 0),
    (2, None, 1),
    (0xFFFFFFFF, None, 48),
    (5, 1, 64),
    (6, 0x80000001, 301),
    (7, 0, 33),
]


def packet(sequence, high, length):
    extended = {} if high is None else {"esn_en": True, "esn": high}
    sa = SecurityAssociation(
        ESP, spi=0x1A2B3C4D, crypt_algo="AES-GCM", crypt_key=KEY + SALT, seq_num=sequence,
        tunnel_header=IP(src="192.0.2.1", dst="192.0.2.2"), **extended)
    payload = bytes((31 * i + length) & 0xFF for i in range(length))
    inner = IP(src="10.0.0.1", dst="10.0.0.2", id=7) / UDP(sport=4000, dport=5000) / Raw(payload)
    return raw(sa.encrypt(inner, iv=struct.pack("!Q", 0x1122334455667788 + sequence))[ESP])


def plaintext(esp, high):
    extension = b"" if high is None else struct.pack("!L", high)
    return AESGCM(KEY).decrypt(SALT + esp[8:16], esp[16:], esp[:4] + extension + esp[4:8])


for sequence, high, length in CASES:
    esp = packet(sequence, high, length)
    print(KEY.hex(), SALT.hex(), "-" if high is None else "%08x" % high,
          plaintext(esp, high).hex(), esp.hex())
