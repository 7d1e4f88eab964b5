"""Asks for a path once for each place where a request can be cut in two segments.

Prints each status that it has got, once. Arguments: address of the server, path.
"""
import socket
import sys
import time

APART_SECONDS = 0.02


def ask(server, request, cut):
    with socket.create_connection((server, 80), 60) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.sendall(request[:cut])
        time.sleep(APART_SECONDS)
        connection.sendall(request[cut:])
        answer = b""
        part = connection.recv(65536)
        while part:
            answer += part
            part = connection.recv(65536)
        return answer[9:12].decode()


def main():
    server, path = sys.argv[1:]
    lines = ["GET %s HTTP/1.1" % path, "Host: " + server, "Connection: close", "", ""]
    request = "\r\n".join(lines).encode()
    statuses = {ask(server, request, cut) for cut in range(1, len(request))}
    print(" ".join(sorted(statuses)))


main()
