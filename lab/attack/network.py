"""The lab as an attack sees it: a way in at src, an eye at dst, the routers' own counters."""

import ctypes
import json
import os
import select
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

NODES = ("src", "r1", "r2", "dst", "mgmt")
STATUS = {"r1": "10.9.0.11:9101", "r2": "10.9.0.12:9101"}
CLONE_NEWNET = 0x40000000
ALL_PROTOCOLS = 3
PATIENCE_SECONDS = 5
STATUS_SECONDS = 60
SECONDS_BETWEEN_LINES = 10


class Refused(Exception):
    """One line for the user: nothing was attacked."""


class Wait:
    """A wait for what may never come, which lasts the longer the busier the machine is. Says every
    10 s what is awaited."""

    def __init__(self, awaited):
        self.awaited = awaited
        self.began = self.said = time.monotonic()

    def goes_on(self):
        now, load, cores = time.monotonic(), os.getloadavg()[0], os.cpu_count()
        if now - self.said >= SECONDS_BETWEEN_LINES:
            self.said = now
            print("attack: waiting for %s, %d s, load %.0f on %d cores"
                  % (self.awaited, now - self.began, load, cores), file=sys.stderr, flush=True)
        return now - self.began <= PATIENCE_SECONDS * max(1, load / cores)


def require_lab():
    """Only in a user namespace of one user, with the lab's networks in it."""
    with open("/proc/self/uid_map", encoding="ascii") as file:
        users = [line.split()[2] for line in file]
    if users != ["1"] or not all(os.path.exists("/run/netns/" + node) for node in NODES):
        raise Refused("works inside of ./rosa lab only, against the lab's own network")


def request(ipv6, seconds):
    """Starts asking for a session, as alice."""
    if not os.path.exists(os.path.join(os.environ["ROSA_LAB_DIR"], "domain", "alice.key")):
        raise Refused("no Authorization Server is here: this lab was started with --no-nodes")
    command = [os.path.join(os.environ["ROSA_LAB_HOME"], "bin", "request"), "--seconds", str(seconds),
               "--suite", "HMAC-SHA256-128"]
    return subprocess.Popen(command + (["--ipv6"] if ipv6 else []), stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def granted(asking):
    """The session that was asked for."""
    # It ends by itself: its calls have a limit.
    out, err = asking.communicate()
    if asking.returncode != 0:
        raise Refused("alice gets no session: " + (err.strip().splitlines() or ["no reason said"])[-1])
    return json.loads(out)


def status(router):
    """A router's status page; None if it has none to show."""
    try:
        with urllib.request.urlopen("http://%s/status" % STATUS[router], timeout=STATUS_SECONDS) as page:
            return json.load(page)
    except (urllib.error.URLError, OSError, ValueError):
        return None


def drops(before, after):
    """Which drop counters grew, by how much; None if they cannot be read."""
    if before is None or after is None:
        return None
    grown = {reason: count - before["drops"].get(reason, 0) for reason, count in after["drops"].items()}
    return {reason: count for reason, count in grown.items() if count > 0}


class WayIn:
    """Sends finished IP packets from src, where this process is."""

    def __init__(self, family):
        self.family = socket.AF_INET6 if family == 6 else socket.AF_INET
        self.raw = socket.socket(self.family, socket.SOCK_RAW, socket.IPPROTO_RAW)

    def send(self, packet):
        destination = packet[24:40] if self.family == socket.AF_INET6 else packet[16:20]
        self.raw.sendto(packet, (socket.inet_ntop(self.family, destination), 0))


def socket_at_dst():
    """A socket that sees all packets of dst's link."""
    libc = ctypes.CDLL(None, use_errno=True)
    with open("/proc/self/ns/net", "rb") as here, open("/run/netns/dst", "rb") as there:
        # A socket stays in the network that it was opened in.
        for where in (there, here):
            if libc.setns(where.fileno(), CLONE_NEWNET) != 0:
                raise OSError(ctypes.get_errno(), "cannot enter a network of the lab")
            if where is there:
                opened = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, 0)
                opened.bind(("d0", ALL_PROTOCOLS))
    return opened


class Eye:
    """Sees what arrives at dst with a marker in it."""

    def __init__(self, marker):
        self.marker = marker
        self.socket = socket_at_dst()

    def seen(self, seconds):
        """What arrives until nothing has for so long."""
        while select.select([self.socket], [], [], seconds)[0]:
            packet, origin = self.socket.recvfrom(65536)
            if origin[2] != socket.PACKET_OUTGOING and self.marker in packet:
                yield packet
