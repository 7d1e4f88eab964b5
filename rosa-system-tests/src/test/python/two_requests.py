"""Asks for two paths on one connection, the second when a file is there: two_requests.py HOST P1 P2 FILE"""
import os
import socket
import sys
import time

host, first, second, file = sys.argv[1:]
with socket.create_connection((host, 80), 20) as connection:
    for path in first, second:
        connection.sendall(b"GET %s HTTP/1.1\r\nHost: x\r\n\r\n" % path.encode())
        connection.settimeout(20 if path == first else 3)
        try:
            answer = connection.recv(65536).decode().splitlines()[0]
        except OSError as e:
            answer = type(e).__name__
        print(path, answer, flush=True)
        while path == first and not os.path.exists(file):
            time.sleep(0.1)
