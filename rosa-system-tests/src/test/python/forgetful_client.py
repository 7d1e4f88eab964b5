"""A client that loses its power while it has a connection, and uses the same port again.

Its system forgets the connection and tells nobody. Prints the first line of the second connection's
answer. Arguments: server, and how the first connection goes on: ask (a request and its answer) or
connect (no request).
"""
import socket
import sys

PORT = 5000
TCP_REPAIR = 19
REQUEST = b"GET /small HTTP/1.1\r\nHost: %b\r\n\r\n"


def connect(server):
    made = socket.socket()
    made.settimeout(60)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    made.bind(("", PORT))
    made.connect((server, 80))
    return made


def ask(made, server):
    made.sendall(REQUEST % server.encode())
    return made.recv(4096).decode().splitlines()[0]


def main():
    server, first = sys.argv[1:]
    made = connect(server)
    if first == "ask":
        ask(made, server)
    # A socket that is closed in this mode sends nothing.
    made.setsockopt(socket.IPPROTO_TCP, TCP_REPAIR, 1)
    made.close()
    print(ask(connect(server), server))


main()
