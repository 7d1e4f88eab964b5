"""Attacks on the lab's proxy: what each sends, what of it arrives at dst, and what that means."""

import os
import threading
import time

import network
import proxy_network as lab
from command import HELD, NO_VERDICT, NOT_HELD

ENOUGH_IN_A_FLOOD = 0.9
SILENCE_SECONDS = 0.5
GENUINE_PER_SECOND = 20
SECRET = "/secret.html"

ATTACKS = {
    "none": ("genuine requests only: they must be answered", ()),
    "proxy-split": ("a refused request, cut at every byte", ("rule",)),
    "proxy-pipeline": ("a refused request behind allowed ones", ("rule",)),
    "proxy-smuggle": ("a refused request hidden by every pair of lengths", ("ambiguous",)),
    "proxy-overlap": ("a refused request in segments that overlap, repeat, or get lost",
                      ("repeat_changed", "repeat_of_held", "hole", "bad_checksum")),
    "proxy-telnet": ("USER=-f root in forms of TELNET, before and after lines of text",
                     ("environment", "option", "ambiguous")),
    "proxy-bounce": ("data connections of FTP with a third host, or a port below 1024",
                     ("foreign_address", "low_port", "bad_command", "telnet_in_ftp")),
    "proxy-flood": ("incomplete and refused requests, another client's among them",
                    ("rule", "no_room", "head_too_slow")),
}


def get(path, more=""):
    return ("GET %s HTTP/1.1\r\nHost: %s\r\n%s\r\n" % (path, lab.SERVER, more)).encode()


def post(fields, body):
    return ("POST / HTTP/1.1\r\nHost: %s\r\n%s\r\n\r\n" % (lab.SERVER, fields)).encode() + body


class Bout:
    """One attack, with genuine requests of another client beside it."""

    def __init__(self, name, options):
        self.name, self.options = name, options
        self.reasons = ATTACKS[name][1]
        self.streams = lab.Streams()
        self.attempts = []
        self.genuine_sent = self.genuine_answered = 0
        self.before = self.refused = None
        self.verdict = self.because = ""

    def run(self):
        self.before = lab.status()
        self.genuine()
        if self.genuine_answered:
            getattr(self, self.name.replace("proxy-", ""))()
            self.genuine()
        self.streams.look(SILENCE_SECONDS)
        self.refused = lab.refused(self.before, lab.status())
        self.verdict = self.judge()

    def genuine(self):
        self.genuine_sent += 1
        session = {"proxy-telnet": lab.telnet_session, "proxy-bounce": lab.ftp_session}
        done = session.get(self.name, lambda: lab.fetch("/"))()
        self.genuine_answered += 1 if done else 0

    def attempt(self, parts, forbidden=b"", port=lab.HTTP, wait=0.0):
        """Sends something in parts over a connection of its own; the forbidden bytes, or without
        them all, must not arrive."""
        with lab.connect(port) as connection:
            self.attempts.append((connection.getsockname()[1], forbidden))
            try:
                for part in parts:
                    connection.sendall(part)
                    time.sleep(wait)
            except OSError:
                pass  # It was refused before its last part.
            lab.answer(connection, 0.05)
        self.streams.look(0)

    def none(self):
        for _ in range(4):
            self.genuine()

    def split(self):
        request = get(SECRET)
        for cut in range(1, len(request)):
            self.attempt((request[:cut], request[cut:]), wait=0.002)

    def pipeline(self):
        for before in range(1, 9):
            requests = [get("/?%d" % number) for number in range(before)] + [get(SECRET)]
            self.attempt([b"".join(requests)], SECRET.encode())
            self.attempt(requests, SECRET.encode(), wait=0.01)
            body = [post("Content-Length: 5", b"hello"), get(SECRET)]
            self.attempt([b"".join(requests[:-1] + body)], SECRET.encode())

    def smuggle(self):
        hidden = get(SECRET)
        end = b"0\r\n\r\n"
        lengths = ["Content-Length: %d" % (len(end) + len(hidden)), "Content-Length: 0",
                   "Content-Length: +1", "Transfer-Encoding: chunked",
                   "Transfer-Encoding: identity", "Transfer-Encoding: xchunked",
                   "Transfer-Encoding : chunked", "Transfer_Encoding: chunked",
                   "Transfer-Encoding:\tchunked, identity"]
        for one in lengths:
            for other in lengths:
                self.attempt([post(one + "\r\n" + other, end + hidden)])
        for chunk in (b"0;a=b\r\n\r\n", b"0\r\nX: y\r\n\r\n", b"0x0\r\n\r\n", b"0\n\n", b"1\r\nab0\r\n\r\n"):
            self.attempt([post("Transfer-Encoding: chunked", chunk + hidden)], SECRET.encode())

    def overlap(self):
        forger = lab.Forger()
        evil = get(SECRET)
        harmless = get("/?" + "a" * (len(SECRET) - 2))
        for changed in ({}, {"ttl": 2}, {"chksum": 0x1234}):
            # What may not reach the server, or reaches it first; then other bytes in its place.
            self.forge(forger, [(0, harmless, changed), (0, evil, {})])
        for cut in (5, 9, len(evil) - 2):
            self.forge(forger, [(cut, evil[cut:], {}), (0, harmless, {}), (cut, evil[cut:], {})])
            self.forge(forger, [(0, harmless[:cut], {}), (2, evil[2:], {}), (cut, evil[cut:], {})])

        for cut in (len(evil) - 2, len(evil) - 20):
            # A repeat of what has passed, while the rest is held.
            self.forge(forger, [(0, harmless, {}), (len(harmless), evil[:cut], {}),
                                (0, harmless, {})])

    def forge(self, forger, segments):
        connection, sequence, acknowledgement = forger.open()
        with connection:
            # Its word alone must not arrive: what is cut off before it is in the harmless one, too.
            self.attempts.append((connection.getsockname()[1], b"ret.html"))
            for at, payload, changed in segments:
                forger.send(connection, sequence + at, acknowledgement, payload, **changed)
                time.sleep(0.05)
            self.streams.look(0.05)

    def telnet(self):
        iac, ends = b"\xff", b"\xff\xf0"
        environ = iac + b"\xfa\x27\x00"
        forms = [environ + kind + b"USER\x01" + value + ends
                 for kind in (b"\x00", b"\x03") for value in (b"-f root", b"root -f", b" -f root")]
        forms += [environ + b"\x00USER\x01alice\x03USER\x01-f root" + ends,
                  environ + b"\x03USER\x01\x02-f root" + ends,
                  iac + b"\xfa\x27\x02\x00USER\x01-f root" + ends,
                  iac + b"\xfa\x24\x00\x00USER\x01-f root" + ends,
                  iac + b"\xfa\x18\x00-f" + ends]
        will = iac + b"\xfb\x27"
        for form in forms:
            for first in (b"", b"\r\n\r\n", b"alice\r\0lab\r\0"):
                self.attempt([first + will + form], b"-f", lab.TELNET)
                self.attempt([first, will, *[form[at:at + 1] for at in range(len(form))]], b"-f",
                             lab.TELNET, wait=0.001)

    def bounce(self):
        third, other, low = b"10,0,2,9,100,1", b"10,0,1,3,100,2", b"10,0,1,2,0,22"
        forms = [(b"PORT " + end, end) for end in (third, other, low)]
        forms += [(b"port  " + third, third), (b"PORT 010,0,2,9,100,3", b"010,0,2"),
                  (b"PORT 10,0,1,2,100,4,10,0,2,9", b",100,4"), (b"PORT 10,0,1,2,256,22", b",256,"),
                  (b"PO\xff\xf4RT " + third, third), (b"NOOP\nPORT " + third, third)]
        forms += [(b"EPRT |1|%s|" % end, end) for end in
                  (b"10.0.2.9|30000", b"10.0.1.3|30001", b"10.0.1.2|22", b"10.0.1.2|65558")]
        forms += [(b"EPRT |2|fd02::2|30002|", b"fd02"), (b"EPRT !1!10.0.2.9!30003!", b"!30003")]
        for line, forbidden in forms:
            self.command([line + b"\r\n"], forbidden)
            self.command([line[:3], line[3:], b"\r\n"], forbidden)

    def command(self, parts, forbidden):
        """Sends a command of FTP in parts, after a login. The proxy has connections of its own to
        dst, so that a port says nothing."""
        self.attempts.append((None, forbidden))
        with lab.connect(lab.FTP) as connection:
            lab.answer(connection, 0.1)
            connection.sendall(b"USER anonymous\r\nPASS x\r\n")
            lab.answer(connection, 0.1)
            try:
                for part in parts:
                    connection.sendall(part)
                    time.sleep(0.01)
            except OSError:
                pass  # The session was ended.
            lab.answer(connection, 0.1)
        self.streams.look(0)

    def flood(self):
        """Every attempt is of one client; the genuine requests are another one's."""
        end = time.monotonic() + self.options.seconds
        slow, stop = [], threading.Event()
        workers = [threading.Thread(target=self.flood_slow, args=(slow, stop, end)),
                   threading.Thread(target=self.flood_refused, args=(stop, end))]
        for worker in workers:
            worker.start()
        while time.monotonic() < end:
            self.genuine()
            self.streams.look(0)
            time.sleep(1 / GENUINE_PER_SECOND)
        stop.set()
        for worker in workers:
            worker.join()
        for connection in slow:
            connection.close()

    def flood_slow(self, slow, stop, end):
        while not stop.is_set() and time.monotonic() < end and len(slow) < self.options.connections:
            try:
                slow.append(lab.connect(lab.HTTP))
                slow[-1].sendall(b"GET /secret")
                self.attempts.append((slow[-1].getsockname()[1], b"/secret"))
            except OSError:
                time.sleep(0.1)

    def flood_refused(self, stop, end):
        number = 0
        while not stop.is_set() and time.monotonic() < end:
            number += 1
            try:
                with lab.connect(lab.HTTP) as connection:
                    self.attempts.append((connection.getsockname()[1], b"/secret"))
                    connection.sendall(get("%s?%d-%s" % (SECRET, number, os.urandom(4).hex())))
                    lab.answer(connection, 1)
            except OSError:
                time.sleep(0.01)

    def arrived(self):
        return sum(1 for port, forbidden in self.attempts if self.streams.has(port, forbidden))

    def counted(self):
        return None if self.refused is None else sum(
            self.refused.get(reason, 0) for reason in self.reasons)

    def judge(self):
        sent, arrived = len(self.attempts), self.arrived()
        passed = "%d of %d genuine requests were answered" % (
            self.genuine_answered, self.genuine_sent)
        if self.genuine_answered == 0:
            self.because = "genuine requests are not answered either, so this says nothing"
            return NO_VERDICT
        if arrived:
            self.because = "%d of %d arrived at dst" % (arrived, sent)
            return NOT_HELD
        if self.genuine_answered < ENOUGH_IN_A_FLOOD * self.genuine_sent:
            self.because = "only " + passed
            return NOT_HELD if self.name == "proxy-flood" else NO_VERDICT
        if not self.reasons:
            self.because = passed
            return HELD
        if not self.counted():
            self.because = "none arrived, but the proxy counts no refusal for it"
            return NO_VERDICT
        self.because = "the proxy refused %d, none arrived; %s" % (self.counted(), passed)
        return HELD

    def to_json(self):
        return {"attack": self.name, "sent": len(self.attempts), "arrived": self.arrived(),
                "genuine": {"sent": self.genuine_sent, "answered": self.genuine_answered},
                "refused": self.refused, "expected": list(self.reasons), "verdict": self.verdict,
                "because": self.because}
