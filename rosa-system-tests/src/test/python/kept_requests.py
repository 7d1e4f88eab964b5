"""Asks for a path on one kept connection until that ends, ten times a second, for at most 5 minutes.

Prints "asked" after ten answers of 200, and at the end how many there were. Arguments: address of
the server, path.
"""
import socket
import sys
import time

APART_SECONDS = 0.1
MOST = 3000


def ask(connection, request):
    connection.sendall(request)
    return connection.recv(65536)[9:12] == b"200"


def main():
    server, path = sys.argv[1:]
    request = "\r\n".join(["GET %s HTTP/1.1" % path, "Host: " + server, "", ""]).encode()
    answers = 0
    with socket.create_connection((server, 80), 60) as connection:
        try:
            while answers < MOST and ask(connection, request):
                answers += 1
                if answers == 10:
                    print("asked", flush=True)
                time.sleep(APART_SECONDS)
        except ConnectionError:
            pass
    print("ended after %d" % answers, flush=True)


main()
