"""Tries to get into a JVM of the same user, as jcmd does, and says how that went.

attach.py PID [WORD]: waits until the JVM handles SIGQUIT and, with WORD, until that is one of its
arguments; asks it to listen, and prints "attached" if it answers a command, else "kept out".
"""
import glob
import os
import signal
import socket
import sys
import time

PATIENCE_SECONDS = 240
ANSWER_SECONDS = 2


def text(pid, name):
    with open(f"/proc/{pid}/{name}", "rb") as file:
        return file.read().decode("utf-8", "replace")


def handles_quit(pid):
    lines = [line for line in text(pid, "status").splitlines() if line.startswith("SigCgt:")]
    return int(lines[0].split()[1], 16) >> (signal.SIGQUIT - 1) & 1


def until_it_can_be_asked(pid, word):
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        if (not word or word in text(pid, "cmdline").split("\0")) and handles_quit(pid):
            return
        time.sleep(0.001)
    sys.exit(f"there is no JVM at {pid} that has {word}: {text(pid, 'cmdline')}")


def attached(pid):
    path = f"/tmp/.java_pid{pid}"
    end = time.monotonic() + ANSWER_SECONDS
    while time.monotonic() < end:
        try:
            with socket.socket(socket.AF_UNIX) as door:
                door.settimeout(ANSWER_SECONDS)
                door.connect(path)
                door.sendall(b"1\0jcmd\0VM.version\0\0\0")
                return door.recv(1) == b"0"
        except OSError:
            time.sleep(0.01)
    return False


def main(pid, word=""):
    trigger = f"/tmp/.attach_pid{pid}"
    until_it_can_be_asked(pid, word)
    capabilities = [line for line in text("self", "status").splitlines() if "CapEff" in line]
    with open(trigger, "w"):
        os.kill(int(pid), signal.SIGQUIT)
    try:
        print("attached" if attached(pid) else "kept out", capabilities[0].split()[1])
    finally:
        for left in [trigger] + glob.glob(f"/tmp/.java_pid{pid}"):
            os.unlink(left)


main(*sys.argv[1:])
