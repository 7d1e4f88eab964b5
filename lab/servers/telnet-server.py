"""telnet-server.py PROGRAM: TELNET on port 23 of the lab's dst, by the system's telnetd.

It takes connections as inetd would, and starts a telnetd for each, which starts PROGRAM as its
login program: the system's own asks for the users of the system, and an ordinary user's namespace
has one of them.
"""

import os
import select
import shutil
import signal
import socket
import sys

PATH = os.environ.get("PATH", "") + ":/usr/sbin"


def serve(connection, telnetd, program):
    for descriptor in (0, 1, 2):
        os.dup2(connection.fileno(), descriptor)
    os.execv(telnetd, ["telnetd", "-E", program])


def main():
    telnetd = shutil.which("telnetd", path=PATH)
    if telnetd is None:
        sys.exit("telnet-server: telnetd is missing here")
    # The kernel keeps nothing of the telnetds that have ended.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    # One for each family: telnetd looks a client's name up, which a mapped address has none of.
    servers = [socket.create_server((address, 23), family=family)
               for address, family in (("", socket.AF_INET), ("::", socket.AF_INET6))]
    print("ready", flush=True)
    while True:
        for listening in select.select(servers, [], [])[0]:
            connection, _ = listening.accept()
            if os.fork() == 0:
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                serve(connection, telnetd, sys.argv[1])
            connection.close()


if __name__ == "__main__":
    main()
