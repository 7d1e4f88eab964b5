package main

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const (
	cosignatureV1 = 4
	stampBytes    = 8
)

// cosigner verifies Ed25519 cosignatures of a witness (C2SP tlog-cosignature, version 1).
type cosigner struct {
	name string
	hash uint32
	key  ed25519.PublicKey
}

func newCosigner(name string, key []byte) (*cosigner, error) {
	if len(key) != ed25519.PublicKeySize {
		return nil, fmt.Errorf("the key of witness %s has %d bytes", name, len(key))
	}
	typed := append([]byte(name+"\n"), cosignatureV1)
	sum := sha256.Sum256(append(typed, key...))
	return &cosigner{name, binary.BigEndian.Uint32(sum[:]), key}, nil
}

// parseCosigner reads NAME+ID+KEY of a witness.
func parseCosigner(text string) (*cosigner, error) {
	parts := strings.SplitN(text, "+", 3)
	if len(parts) != 3 {
		return nil, errors.New("the key of a witness is not NAME+ID+KEY")
	}
	typed, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil || len(typed) == 0 || typed[0] != cosignatureV1 {
		return nil, errors.New("the key of a witness is not one for cosignatures")
	}
	witness, err := newCosigner(parts[0], typed[1:])
	if err == nil && fmt.Sprintf("%08x", witness.hash) != parts[1] {
		return nil, errors.New("the id of a witness's key is not that of its name and key")
	}
	return witness, err
}

func (c *cosigner) Name() string    { return c.name }
func (c *cosigner) KeyHash() uint32 { return c.hash }

// String is NAME+ID+KEY.
func (c *cosigner) String() string {
	key := base64.StdEncoding.EncodeToString(append([]byte{cosignatureV1}, c.key...))
	return fmt.Sprintf("%s+%08x+%s", c.name, c.hash, key)
}

// Verify checks a signature over the checkpoint and the time that precedes the signature.
func (c *cosigner) Verify(text, signature []byte) bool {
	if len(signature) != stampBytes+ed25519.SignatureSize {
		return false
	}
	time := binary.BigEndian.Uint64(signature)
	signed := fmt.Sprintf("cosignature/v1\ntime %d\n%s", time, text)
	return ed25519.Verify(c.key, []byte(signed), signature[stampBytes:])
}

// open takes a checkpoint that the log and all these witnesses have signed.
func (c *check) open(signed []byte, witnesses ...note.Verifier) (tlog.Tree, error) {
	needed := append([]note.Verifier{c.log}, witnesses...)
	opened, err := note.Open(signed, note.VerifierList(needed...))
	if err != nil {
		return tlog.Tree{}, err
	}
	for _, verifier := range needed {
		if !isSignedBy(opened, verifier) {
			return tlog.Tree{}, fmt.Errorf("%s has not signed", verifier.Name())
		}
	}
	return parseTree(opened.Text, c.log.Name())
}

func isSignedBy(opened *note.Note, verifier note.Verifier) bool {
	for _, signature := range opened.Sigs {
		if signature.Name == verifier.Name() && signature.Hash == verifier.KeyHash() {
			return true
		}
	}
	return false
}

// parseTree reads C2SP tlog-checkpoint, which may have extension lines.
func parseTree(text, origin string) (tlog.Tree, error) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(lines) < 3 || lines[0] != origin {
		return tlog.Tree{}, errors.New("the note is no checkpoint of " + origin)
	}
	size, err := number(lines[1])
	if err != nil {
		return tlog.Tree{}, err
	}
	root, err := tlog.ParseHash(lines[2])
	return tlog.Tree{N: size, Hash: root}, err
}

// number reads digits without a leading zero.
func number(text string) (int64, error) {
	value, err := strconv.ParseInt(text, 10, 64)
	if err == nil && (value < 0 || strconv.FormatInt(value, 10) != text) {
		err = fmt.Errorf("%q is not a number", text)
	}
	return value, err
}

func (c *check) openFile(file string) (tlog.Tree, error) {
	signed, err := os.ReadFile(file)
	if err != nil {
		return tlog.Tree{}, err
	}
	return c.open(signed, c.witnesses...)
}

func (c *check) checkpoint(file string) error {
	tree, err := c.openFile(file)
	if err == nil {
		fmt.Printf("checkpoint of %d rows, witnesses: %d\n", tree.N, len(c.witnesses))
	}
	return err
}
