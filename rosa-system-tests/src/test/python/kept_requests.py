"""Asks for a path on one kept connection until that ends, ten times a second, for at most 5 minutes.

Prints "asked" after ten answers of 200, and at the end how many there were. Arguments: address of
the server, path.
"""
import http.client
import sys
import time

APART_SECONDS = 0.1
MOST = 3000


def main():
    server, path = sys.argv[1:]
    connection = http.client.HTTPConnection(server, timeout=60)
    connection.connect()
    # One connection: it is not opened again.
    connection.auto_open = 0
    answers = 0
    try:
        while answers < MOST:
            connection.request("GET", path)
            answer = connection.getresponse()
            answer.read()
            if answer.status != 200:
                break
            answers += 1
            if answers == 10:
                print("asked", flush=True)
            time.sleep(APART_SECONDS)
    except (ConnectionError, http.client.HTTPException):
        pass
    print("ended after %d" % answers, flush=True)


main()
