"""Second verifier of an audit log's export, which shares no code with the first one.

Usage: verify.py DIR KEY. It follows RFC 6962 and C2SP's tlog-tiles, signed-note and tlog-checkpoint.
Exit code 0: the export is whole; 1: it is not, and the reason is printed; 3: no "cryptography".
"""
import base64
import hashlib
import pathlib
import sys

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    sys.exit(3)


def sha256(data):
    return hashlib.sha256(data).digest()


def root_of(leaves):
    """MTH of RFC 6962 over leaf hashes."""
    if not leaves:
        return sha256(b"")
    if len(leaves) == 1:
        return leaves[0]
    left = 1
    while left * 2 < len(leaves):
        left *= 2
    return sha256(b"\1" + root_of(leaves[:left]) + root_of(leaves[left:]))


def path_of(index):
    parts = [f"{index % 1000:03d}"]
    while index >= 1000:
        index //= 1000
        parts.insert(0, f"x{index % 1000:03d}")
    return "/".join(parts)


def tiles_of(directory, level, count):
    """The bytes of the tiles of a level that has so many hashes or entries."""
    for first in range(0, count, 256):
        width = min(256, count - first)
        suffix = "" if width == 256 else f".p/{width}"
        yield (directory / "tile" / level / (path_of(first // 256) + suffix)).read_bytes()


def entries_in(bundle):
    while bundle:
        length = int.from_bytes(bundle[:2], "big")
        if len(bundle) < 2 + length:
            sys.exit("an entry is cut")
        yield bundle[2 : 2 + length]
        bundle = bundle[2 + length :]


def checkpoint_of(directory, key):
    """Size and root of the checkpoint, whose signature is checked."""
    name, key_id, encoded = key.split("+", 2)
    public = base64.b64decode(encoded)[1:]
    if sha256(name.encode() + b"\n\1" + public)[:4].hex() != key_id:
        sys.exit("the key's id is wrong")
    text, lines = (directory / "checkpoint").read_text().rsplit("\n\n", 1)
    text += "\n"
    dash, signer, signature = lines.splitlines()[0].split(" ")
    signature = base64.b64decode(signature)
    if dash != "\u2014" or signer != name or signature[:4].hex() != key_id:
        sys.exit("the checkpoint is not signed by the key")
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature[4:], text.encode())
    except InvalidSignature:
        sys.exit("the checkpoint's signature is wrong")
    origin, size, root = text.splitlines()[:3]
    if origin != name:
        sys.exit("the checkpoint is of another log")
    return int(size), base64.b64decode(root)


def main(directory, key):
    size, root = checkpoint_of(directory, key)
    bundles = tiles_of(directory, "entries", size)
    leaves = [sha256(b"\0" + entry) for bundle in bundles for entry in entries_in(bundle)]
    if len(leaves) != size or root_of(leaves) != root:
        sys.exit("the entries do not lead to the root")
    level, hashes = 0, leaves
    while hashes:
        if b"".join(tiles_of(directory, str(level), len(hashes))) != b"".join(hashes):
            sys.exit(f"a tile of level {level} is wrong")
        full = len(hashes) // 256 * 256
        hashes = [root_of(hashes[first : first + 256]) for first in range(0, full, 256)]
        level += 1
    print(f"{size} entries verified")


main(pathlib.Path(sys.argv[1]), sys.argv[2])
