"""Client of FTP: fetches a file again and again in one session.

ftp_bodies.py ADDRESS FILE

It says "ready" once it has logged in. Then each line that it reads is a number of seconds: for so
long it fetches, the last file to its end, and says "BYTES SECONDS".
"""
import ftplib
import sys
import time

BLOCK = 1 << 16
PATIENCE_SECONDS = 30

address, name = sys.argv[1:]
session = ftplib.FTP(address, timeout=PATIENCE_SECONDS)
session.login()
print("ready", flush=True)
buffer = bytearray(BLOCK)
for line in sys.stdin:
    began = time.monotonic()
    end = began + float(line)
    fetched = 0
    while time.monotonic() < end:
        with session.transfercmd("RETR " + name) as data:
            while count := data.recv_into(buffer):
                fetched += count
        session.voidresp()
    print(fetched, time.monotonic() - began, flush=True)
