#!/usr/bin/python3
"""A Source and a Destination that share no line of code with ROSA.

Written from the protocol document alone: scapy makes IP, UDP and Router Alert, hmac and
cryptography make the seal. Takes one JSON object a line on standard input and answers each with one
on standard output; the first answer, {"ready": PORT}, says where it listens for overlay datagrams.

  {"op": "send", "via": "HOST:PORT", "packets": [PACKET...]}
  {"op": "resend", "via": "HOST:PORT", "count": N}          the last N datagrams once more
  {"op": "capture", "file": F, "packets": [PACKET...], "time": T, "framing": "ethernet|raw|overlay"}
  {"op": "arrivals", "count": N, "seconds": S}              waits for N, at most S seconds

PACKET: {"session": what "rosa request --json" printed, "sequence": N, "payload": HEX,
"servicePort": N, "changes": [CHANGE...]}. A CHANGE is a list, see change_sealed, change_layers
and change_bytes.
"""

import hashlib
import hmac
import json
import select
import socket
import struct
import sys
import time

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from scapy.layers.inet import IP, UDP, IPOption_Router_Alert
from scapy.layers.inet6 import IPv6, IPv6ExtHdrFragment, IPv6ExtHdrHopByHop, RouterAlert
from scapy.layers.l2 import Ether
from scapy.packet import Raw
from scapy.utils import wrpcap

PORT = 3322
OVERLAY_PORT = 3323
HEADER = 80
HASHES = {1: hashlib.md5, 2: hashlib.sha1, 3: hashlib.sha256}
TAG_BYTES = {0x01: 16, 0x02: 20, 0x03: 16, 0x11: 16, 0x12: 20, 0x13: 16, 0x20: 16, 0x21: 16}

# Offset and length of each field of the header.
FIELDS = {
    "magic": (0, 2), "version": (2, 1), "suite": (3, 1), "servicePort": (4, 2),
    "payloadLength": (6, 2), "domain": (8, 4), "epoch": (12, 4), "sst": (16, 4), "set": (20, 4),
    "session": (24, 8), "user": (32, 16), "code": (48, 16), "grant": (64, 8), "sequence": (72, 8),
}


def nonce_bytes(suite):
    return 12 if suite >= 0x11 else 0


def header_of(session, sequence, service_port, payload_bytes):
    return struct.pack(
        ">2sBBHHIIII8s16s16s8sQ",
        b"\x52\x4f", 1, session["suite"], service_port, payload_bytes, session["domain"],
        session["epoch"], session["sst"], session["set"], bytes.fromhex(session["session"]),
        bytes.fromhex(session["user"]), bytes.fromhex(session["codeDigest"])[:16],
        bytes.fromhex(session["grant"]), sequence)


def mac(suite, key, data):
    return hmac.new(key, data, HASHES[suite & 0x0f]).digest()[:TAG_BYTES[suite]]


def ctr(key, nonce, data):
    cipher = Cipher(algorithms.AES(key), modes.CTR(nonce + b"\x00\x00\x00\x01")).encryptor()
    return cipher.update(data) + cipher.finalize()


def seal(session, sequence, service_port, payload):
    """The UDP payload: header, nonce, payload or ciphertext, tag."""
    suite = session["suite"]
    k_hmac = bytes.fromhex(session["kHmac"])
    k_encrypt = bytes.fromhex(session["kEncrypt"])
    header = header_of(session, sequence, service_port, len(payload))
    if suite < 0x10:
        return header + payload + mac(suite, k_hmac, header + payload)
    nonce = struct.pack(">IQ", 0, sequence)
    if suite < 0x20:
        body = header + nonce + ctr(k_encrypt, nonce, payload)
        return body + mac(suite, k_hmac, body)
    if suite == 0x20:
        return header + nonce + payload + AESGCM(k_encrypt).encrypt(nonce, b"", header + payload)
    return header + nonce + AESGCM(k_encrypt).encrypt(nonce, payload, header)


def unseal(session, datagram):
    """The plaintext, or None if the tag is wrong."""
    suite = datagram[3]
    k_hmac = bytes.fromhex(session["kHmac"])
    k_encrypt = bytes.fromhex(session["kEncrypt"])
    header, tag = datagram[:HEADER], datagram[-TAG_BYTES[suite]:]
    nonce = datagram[HEADER:HEADER + nonce_bytes(suite)]
    body = datagram[HEADER + len(nonce):-len(tag)]
    if suite < 0x20:
        if not hmac.compare_digest(mac(suite, k_hmac, datagram[:-len(tag)]), tag):
            return None
        return body if suite < 0x10 else ctr(k_encrypt, nonce, body)
    try:
        if suite == 0x20:
            AESGCM(k_encrypt).decrypt(nonce, tag, header + body)
            return body
        return AESGCM(k_encrypt).decrypt(nonce, body + tag, header)
    except InvalidTag:
        return None


def change_sealed(datagram, suite, change):
    """Changes inside the UDP payload, behind the back of its tag."""
    kind = change[0]
    changed = bytearray(datagram)
    payload = HEADER + nonce_bytes(suite)
    if kind == "header":  # ["header", field, hex]
        offset, length = FIELDS[change[1]]
        value = bytes.fromhex(change[2])
        assert len(value) == length
        changed[offset:offset + length] = value
    elif kind == "add":  # ["add", field, number]
        offset, length = FIELDS[change[1]]
        value = int.from_bytes(changed[offset:offset + length], "big") + change[2]
        changed[offset:offset + length] = (value % (1 << 8 * length)).to_bytes(length, "big")
    elif kind == "flip":  # ["flip", field, byte]: one bit of a field
        changed[FIELDS[change[1]][0] + change[2]] ^= 1
    elif kind == "bit":  # ["bit", byte, mask]: anywhere from the header to the tag
        changed[change[1]] ^= change[2]
    elif kind == "nonce":  # ["nonce", byte]
        changed[HEADER + change[1]] ^= 1
    elif kind == "payload":  # ["payload", byte]
        changed[payload + change[1]] ^= 1
    elif kind == "tag":  # ["tag", byte]: from its beginning
        changed[len(changed) - TAG_BYTES[suite] + change[1]] ^= 1
    elif kind == "shorten":  # ["shorten", bytes]: with IP's and UDP's lengths right
        del changed[-change[1]:]
    elif kind == "lengthen":  # ["lengthen", bytes]
        changed += bytes(change[1])
    return bytes(changed)


def change_layers(packet, change):
    """Changes to IP and UDP; scapy then sets what it computes (lengths, checksums) unless given."""
    kind = change[0]
    network = packet[IP] if IP in packet else packet[IPv6]
    if kind == "ip":  # ["ip", field, value]
        network.setfieldval(change[1], change[2])
    elif kind == "no-alert":
        if IP in packet:
            packet[IP].options = []
        else:
            plain = IPv6(src=packet.src, dst=packet.dst) / packet[UDP].copy()
            return plain
    elif kind == "alert-value":  # ["alert-value", number]
        if IP in packet:
            packet[IP].options[0].alert = change[1]
        else:
            packet[IPv6ExtHdrHopByHop].options[0].value = change[1]
    elif kind == "fragment-header":
        udp = packet[UDP].copy()
        packet[IPv6ExtHdrHopByHop].remove_payload()
        return packet / IPv6ExtHdrFragment(offset=0, m=1, id=7) / udp
    elif kind == "udp":  # ["udp", field, value]
        packet[UDP].setfieldval(change[1], change[2])
    return packet


def change_bytes(data, change):
    """Changes to the finished packet, with no length mended."""
    if change[0] == "cut":  # ["cut", bytes]
        return data[:-change[1]]
    if change[0] == "keep":  # ["keep", bytes]
        return data[:change[1]]
    if change[0] == "grow":  # ["grow", bytes]
        return data + bytes(change[1])
    if change[0] == "inside":  # ["inside", src, dst, type, hex]: of IPv6, with headers of that type
        return bytes(IPv6(src=change[1], dst=change[2], nh=change[3], hlim=64) / Raw(
            bytes.fromhex(change[4]) + data))
    return data


def network_layers(session):
    if ":" in session["src"]:
        return IPv6(src=session["src"], dst=session["dst"], hlim=64) / IPv6ExtHdrHopByHop(
            options=[RouterAlert(value=2)])
    return IP(src=session["src"], dst=session["dst"], flags="DF", ttl=64,
              options=[IPOption_Router_Alert()])


def build(description):
    """One IP packet as bytes."""
    session = description["session"]
    changes = description.get("changes", [])
    datagram = seal(session, description["sequence"], description.get("servicePort", 6004),
                    bytes.fromhex(description["payload"]))
    for change in changes:
        datagram = change_sealed(datagram, session["suite"], change)
    packet = network_layers(session) / UDP(sport=PORT, dport=PORT) / Raw(datagram)
    for change in changes:
        packet = change_layers(packet, change)
    data = bytes(packet)
    for change in changes:
        data = change_bytes(data, change)
    return data


def frame(data, framing, at):
    """A packet of a capture."""
    if framing == "overlay":
        packet = Ether() / IP(src="127.0.0.1", dst="127.0.0.1") / UDP(
            sport=40000, dport=OVERLAY_PORT) / Raw(data)
    elif framing == "ethernet":
        packet = Ether(type=0x86dd if data[0] >> 4 == 6 else 0x0800) / Raw(data)
    else:
        packet = Raw(data)
    packet.time = at
    return packet


class Peer:
    """The overlay socket and what is known of sessions."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.sessions = {}
        self.sent = []

    def port(self):
        return self.socket.getsockname()[1]

    def remember(self, packets):
        for packet in packets:
            self.sessions[packet["session"]["session"]] = packet["session"]

    def send(self, command):
        self.remember(command["packets"])
        self.transmit(command["via"], [build(packet) for packet in command["packets"]])
        return {"sent": len(command["packets"])}

    def resend(self, command):
        self.transmit(command["via"], self.sent[-command["count"]:])
        return {"sent": command["count"]}

    def transmit(self, via, datagrams):
        host, port = via.rsplit(":", 1)
        for datagram in datagrams:
            self.socket.sendto(datagram, (host, int(port)))
        self.sent = (self.sent + datagrams)[-1000:]

    def capture(self, command):
        self.remember(command["packets"])
        packets = [build(packet) for packet in command["packets"]]
        framing = command["framing"]
        frames = [frame(data, framing, command["time"] + i / 1000) for i, data in enumerate(packets)]
        if framing == "raw":
            wrpcap(command["file"], frames, linktype=101)
        else:
            wrpcap(command["file"], frames)
        return {"written": len(frames)}

    def arrivals(self, command):
        found = []
        deadline = time.monotonic() + command["seconds"]
        while len(found) < command["count"]:
            remaining = deadline - time.monotonic()
            if remaining < 0 or not select.select([self.socket], [], [], remaining)[0]:
                break
            found.append(self.describe(self.socket.recvfrom(65536)[0]))
        return {"arrived": found}

    def describe(self, data):
        packet = IPv6(data) if data[0] >> 4 == 6 else IP(data)
        datagram = bytes(packet[UDP].payload)
        session = self.sessions.get(datagram[24:32].hex())
        plaintext = unseal(session, datagram) if session else None
        return {
            "src": packet.src,
            "dst": packet.dst,
            "hops": packet.hlim if IPv6 in packet else packet.ttl,
            "checksums": self.checksums_hold(packet, data),
            "session": datagram[24:32].hex(),
            "sequence": int.from_bytes(datagram[72:80], "big"),
            "writer": int.from_bytes(datagram[80:84], "big") if nonce_bytes(datagram[3]) else 0,
            "verified": plaintext is not None,
            "payload": plaintext.hex() if plaintext is not None else "",
            "datagram": datagram.hex(),
        }

    @staticmethod
    def checksums_hold(packet, data):
        """Whether scapy, asked to compute them itself, comes to the same checksums."""
        again = packet.copy()
        if IP in again:
            del again[IP].chksum
        if IPv6 in again or again[UDP].chksum != 0:
            del again[UDP].chksum
        return bytes(again) == data


def main():
    peer = Peer()
    operations = {"send": peer.send, "resend": peer.resend, "capture": peer.capture,
                  "arrivals": peer.arrivals}
    print(json.dumps({"ready": peer.port()}), flush=True)
    for line in sys.stdin:
        command = json.loads(line)
        print(json.dumps(operations[command["op"]](command)), flush=True)


if __name__ == "__main__":
    main()
