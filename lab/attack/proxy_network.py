"""The lab with the proxy as an attack sees it: connections from src, segments made by hand, and an eye
at dst on the streams that arrive there."""

import contextlib
import ftplib
import json
import os
import select
import socket
import subprocess
import time

import network

SERVER = "10.0.2.2"
ATTACKER, OTHER_CLIENT = "10.0.1.2", "10.0.1.3"
HTTP, FTP, TELNET = 80, 21, 23
PATIENCE_SECONDS = 10
IP_PROTOCOL_TCP = 6
IAC = b"\xff"
# DO is answered with WONT, WILL with DONT.
REFUSALS = {253: 252, 251: 254}
PUSH_ACK = "PA"


def status():
    """The proxy's status page; None if there is no proxy."""
    asked = subprocess.run([os.path.join(os.environ["ROSA_LAB_HOME"], "proxy", "status")],
                           capture_output=True, text=True, timeout=network.STATUS_SECONDS)
    try:
        return json.loads(asked.stdout)
    except ValueError:
        return None


def refused(before, after):
    """Which counters of refusals grew, by how much; None if there is no proxy to ask."""
    if before is None or after is None:
        return None
    grown = {reason: count - before["refused"].get(reason, 0)
             for reason, count in after["refused"].items()}
    return {reason: count for reason, count in grown.items() if count > 0}


def add_other_client():
    """A second address of src: an honest client beside the attacker."""
    subprocess.run(["ip", "address", "add", OTHER_CLIENT + "/24", "dev", "s0"], capture_output=True)


def connect(port, client=ATTACKER):
    connection = socket.create_connection((SERVER, port), PATIENCE_SECONDS, (client, 0))
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def answer(connection, seconds=PATIENCE_SECONDS):
    """What comes until the end, an error, or such a time; an end by a reset is empty."""
    received = b""
    connection.settimeout(seconds)
    with contextlib.suppress(OSError):
        while part := connection.recv(65536):
            received += part
    return received


def fetch(path, client=OTHER_CLIENT):
    """True if a page comes, as a client who is not an attacker asks for it."""
    request = "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n" % (path, SERVER)
    try:
        with connect(HTTP, client) as connection:
            connection.sendall(request.encode())
            return answer(connection).startswith(b"HTTP/1.1 200")
    except OSError:
        return False


def telnet_session():
    """True if an honest client logs in at dst by TELNET; it refuses what options it is asked for."""
    try:
        with connect(TELNET, OTHER_CLIENT) as connection, connection.makefile("rb") as received:
            return log_in(connection, received)
    except OSError:
        return False


def log_in(connection, received):
    said = [(b"login: ", b"alice\r\0"), (b"Password: ", b"lab\r\0")]
    text = b""
    while byte := received.read(1):
        if byte == IAC:
            command = received.read(1)[0]
            if command in REFUSALS:
                connection.sendall(IAC + bytes((REFUSALS[command],)) + received.read(1))
        else:
            text += byte
        if said and text.endswith(said[0][0]):
            connection.sendall(said.pop(0)[1])
        if b"welcome alice" in text:
            return True
    return False


def ftp_session():
    """True if an honest client fetches a file from dst by FTP."""
    lines = []
    try:
        with ftplib.FTP(SERVER, timeout=PATIENCE_SECONDS, source_address=(OTHER_CLIENT, 0)) as ftp:
            ftp.login()
            ftp.retrlines("RETR pub/a.txt", lines.append)
    except (*ftplib.all_errors, EOFError):
        return False
    return lines == ["a file of dst"]


class Streams:
    """Eye at dst on the bytes of clients' connections."""

    def __init__(self):
        self.socket = network.socket_at_dst()
        self.segments = {}

    def look(self, seconds):
        """Takes what arrives until nothing has for so long."""
        while select.select([self.socket], [], [], seconds)[0]:
            packet, origin = self.socket.recvfrom(65536)
            if origin[2] != socket.PACKET_OUTGOING and packet[0] >> 4 == 4:
                self.take(packet)

    def take(self, packet):
        header = (packet[0] & 15) * 4
        tcp = packet[header:int.from_bytes(packet[2:4], "big")]
        if packet[9] != IP_PROTOCOL_TCP or len(tcp) < 20:
            return
        payload = tcp[(tcp[12] >> 4) * 4:]
        if payload:
            port = int.from_bytes(tcp[0:2], "big")
            self.segments.setdefault(port, []).append((int.from_bytes(tcp[4:8], "big"), payload))

    def has(self, port, forbidden):
        """True if bytes of a client's port have arrived, in one packet or in several; of any port
        for None. Without forbidden ones: any at all."""
        if port is None:
            return any(self.has(one, forbidden) for one in self.segments)
        segments = self.segments.get(port, [])
        if not forbidden:
            return bool(segments)
        first = segments[0][0] if segments else 0
        ordered = sorted(segments, key=lambda segment: segment[0] - first & 0xffffffff)
        return forbidden in b"".join(payload for _, payload in ordered) or any(
            forbidden in payload for _, payload in segments)


class Forger:
    """Sends segments by hand into a connection that the kernel has opened and leaves alone."""

    def __init__(self):
        self.raw = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_RAW)
        self.sniffer = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, 0)
        self.sniffer.bind(("s0", network.ALL_PROTOCOLS))

    def open(self):
        """A connection, and the numbers that its next segment has."""
        connection = connect(HTTP)
        port = connection.getsockname()[1]
        until = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < until and select.select([self.sniffer], [], [], 1)[0]:
            packet, origin = self.sniffer.recvfrom(65536)
            tcp = packet[20:]
            is_answer = (origin[2] != socket.PACKET_OUTGOING and packet[:1] == b"\x45"
                         and packet[9] == IP_PROTOCOL_TCP and tcp[13] & 0x12 == 0x12
                         and int.from_bytes(tcp[2:4], "big") == port)
            if is_answer:
                number = int.from_bytes(tcp[4:8], "big")
                return connection, int.from_bytes(tcp[8:12], "big"), number + 1 & 0xffffffff
        raise network.Refused("no connection from src to dst is seen")

    def send(self, connection, sequence, acknowledgement, payload, **changed):
        """Sends one segment; changed: ttl of IP, chksum of TCP."""
        from scapy.layers.inet import IP, TCP
        from scapy.packet import Raw
        packet = IP(src=ATTACKER, dst=SERVER, ttl=changed.pop("ttl", 64)) / TCP(
            sport=connection.getsockname()[1], dport=HTTP, flags=PUSH_ACK,
            seq=sequence & 0xffffffff, ack=acknowledgement, **changed) / Raw(payload)
        self.raw.sendto(bytes(packet), (SERVER, 0))
