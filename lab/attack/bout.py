"""One attack on the lab: what was sent, what became of it, and what that means."""

import collections
import re
import time

import network
from command import HELD, NO_VERDICT, NOT_HELD

try:
    import packets
except ImportError:
    # It needs scapy: attack.py says so.
    packets = None

GENUINE_PER_SECOND = 20
TICKS_PER_SECOND = 100
ENOUGH_IN_A_FLOOD = 0.9
SILENCE_SECONDS = 0.3

# What each is, and the drop reasons by which r1 must answer it.
ATTACKS = {
    "none": ("genuine packets only: they must arrive", ()),
    "forge": ("random bytes as tag", ("BAD_TAG",)),
    "tamper": ("one bit of the payload changed", ("BAD_TAG",)),
    "replay": ("a packet that was delivered, sent again", ("REPLAYED",)),
    "redirect": ("re-aimed to another destination", ("BAD_TAG",)),
    "impostor": ("sent from another source address", ("BAD_TAG",)),
    "extend": ("service end time moved an hour ahead", ("BAD_TAG",)),
    "expired": ("the right key, but the service has ended", ("EXPIRED",)),
    "downgrade": ("declared to be of the weaker suite HMAC-MD5", ("SUITE_REFUSED",)),
    "code": ("asks for a code that was never admitted", ("UNKNOWN_CODE",)),
    "fragments": ("a genuine packet in pieces: its first must not arrive", ("FRAGMENT",)),
    "flood": ("forged packets of ever new sessions, genuine ones among them",
              ("BAD_TAG", "UNVERIFIED_LIMIT")),
}


class Bout:
    """One attack: its packets, genuine ones among them, and what was seen of both."""

    def __init__(self, name, options, session, brief):
        self.name, self.options, self.session, self.brief = name, options, session, brief
        self.reasons = ATTACKS[name][1]
        self.eye = network.Eye(session.marker)
        self.pattern = re.compile(re.escape(session.marker) + b" *([0-9]+)")
        self.way = network.WayIn(session.family)
        self.genuine, self.seen = set(), collections.Counter()
        self.sent, self.because = 0, ""

    def send_genuine(self, packet=None):
        packet = packet or self.session.packet()
        self.genuine.add(self.sequence_of(packet))
        self.way.send(packet)
        return packet

    def sequence_of(self, packet):
        return int(self.pattern.search(packet).group(1))

    def look(self, seconds):
        for packet in self.eye.seen(seconds):
            if not packets.is_later_fragment(packet):
                self.seen[self.sequence_of(packet)] += 1

    def genuine_arrived(self):
        return sum(1 for sequence in self.genuine if self.seen[sequence])

    def arrived(self):
        """What should not have: anything but genuine packets, and those more than once."""
        return sum(self.seen.values()) - self.genuine_arrived()

    def run(self):
        self.before = {router: network.status(router) for router in network.STATUS}
        first = self.send_genuine()
        self.await_genuine()
        if self.genuine_arrived():
            self.before = {router: network.status(router) for router in network.STATUS}
            if self.name == "flood":
                self.flood()
            else:
                self.attack(first)
            self.await_genuine()
            self.look(SILENCE_SECONDS)
        self.await_counters()
        self.verdict = self.judge()

    def attack(self, first):
        for _ in range(self.options.count):
            for packet in self.packets(first):
                self.way.send(packet)
                self.sent += 0 if packets.is_later_fragment(packet) else 1
            self.send_genuine()
            self.look(0)

    def packets(self, first):
        if self.name == "none":
            return []
        if self.name == "replay":
            return [first]
        session = self.brief if self.name == "expired" else self.session
        return [bytes(packet) for packet in getattr(packets, self.name)(session)]

    def flood(self):
        flood = packets.Flood(self.session)
        seconds, per_tick = self.options.seconds, self.options.rate / TICKS_PER_SECOND
        genuine = [self.session.packet() for _ in range(seconds * GENUINE_PER_SECOND)]
        ticks = seconds * TICKS_PER_SECOND
        begin = time.monotonic()
        for tick in range(ticks):
            time.sleep(max(0, begin + tick / TICKS_PER_SECOND - time.monotonic()))
            if time.monotonic() - begin > seconds:
                break
            while self.sent < (tick + 1) * per_tick:
                self.way.send(flood.next())
                self.sent += 1
            if tick % (TICKS_PER_SECOND // GENUINE_PER_SECOND) == 0:
                self.send_genuine(genuine.pop())
            self.look(0)

    def await_genuine(self):
        wait = network.Wait("genuine packets at dst")
        while self.genuine_arrived() < len(self.genuine) and wait.goes_on():
            self.look(0.05)

    def counted(self):
        grown = self.drops["r1"]
        return None if grown is None else sum(grown.get(reason, 0) for reason in self.reasons)

    def await_counters(self):
        wait = network.Wait("r1 to count the packets")
        enough = 0 if self.name == "flood" or self.arrived() else self.sent
        while True:
            self.drops = {router: network.drops(self.before[router], network.status(router))
                          for router in network.STATUS}
            counted = self.counted()
            if counted is None or counted >= enough or not wait.goes_on():
                return
            time.sleep(0.05)

    def judge(self):
        sent, arrived, genuine = self.sent, self.arrived(), self.genuine_arrived()
        passed = "%d of %d genuine packets arrived" % (genuine, len(self.genuine))
        if genuine == 0:
            self.because = "genuine packets do not arrive either, so this says nothing"
            return NO_VERDICT
        if arrived:
            self.because = "%d of %d arrived at dst" % (arrived, sent)
            return NOT_HELD
        if self.name == "flood" and genuine < ENOUGH_IN_A_FLOOD * len(self.genuine):
            self.because = "only " + passed
            return NOT_HELD
        if self.name != "flood" and genuine < len(self.genuine):
            self.because = "only " + passed
            return NO_VERDICT
        if not self.reasons:
            self.because = passed
            return HELD
        return self.judge_counters(passed)

    def judge_counters(self, passed):
        counted, reasons = self.counted(), " or ".join(self.reasons)
        if counted is None:
            self.because = "r1 does not show its counters"
            return NO_VERDICT
        if counted < (1 if self.name == "flood" else self.sent):
            self.because = "none arrived, but r1 counts %d of %d as %s" % (counted, self.sent, reasons)
            return NO_VERDICT
        self.because = "r1 dropped %d as %s, none arrived; %s" % (counted, reasons, passed)
        return HELD

    def to_json(self):
        return {"attack": self.name, "sent": self.sent, "arrived": self.arrived(),
                "genuine": {"sent": len(self.genuine), "arrived": self.genuine_arrived()},
                "drops": self.drops, "expected": list(self.reasons), "verdict": self.verdict,
                "because": self.because}
