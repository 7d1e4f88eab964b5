package main

import (
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/transparency-dev/merkle/proof"
	"github.com/transparency-dev/merkle/rfc6962"
	"golang.org/x/mod/sumdb/tlog"
)

// includes checks a proof of inclusion with both libraries.
func includes(path []tlog.Hash, tree tlog.Tree, row int64, leaf tlog.Hash) error {
	if err := tlog.CheckRecord(path, tree.N, tree.Hash, row, leaf); err != nil {
		return err
	}
	return proof.VerifyInclusion(
		rfc6962.DefaultHasher, uint64(row), uint64(tree.N), leaf[:], slices(path), tree.Hash[:])
}

// grew checks a proof of consistency with both libraries.
func grew(path []tlog.Hash, older, newer tlog.Tree) error {
	if err := tlog.CheckTree(path, newer.N, newer.Hash, older.N, older.Hash); err != nil {
		return err
	}
	return proof.VerifyConsistency(
		rfc6962.DefaultHasher, uint64(older.N), uint64(newer.N), slices(path),
		older.Hash[:], newer.Hash[:])
}

func slices(hashes []tlog.Hash) [][]byte {
	var all [][]byte
	for i := range hashes {
		all = append(all, hashes[i][:])
	}
	return all
}

func parseHashes(lines []string) ([]tlog.Hash, error) {
	var hashes []tlog.Hash
	for _, line := range lines {
		hash, err := tlog.ParseHash(line)
		if err != nil {
			return nil, err
		}
		hashes = append(hashes, hash)
	}
	return hashes, nil
}

// readParts splits a file at its first empty line: lines, and the checkpoint.
func readParts(file string, least int) ([]string, []byte, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, nil, err
	}
	head, signed, found := strings.Cut(string(text), "\n\n")
	lines := strings.Split(head, "\n")
	if !found || len(lines) < least {
		return nil, nil, errors.New("no proof with a checkpoint")
	}
	return lines, []byte(signed), nil
}

// proof checks a file of C2SP tlog-proof, whose extra data is the row.
func (c *check) proof(file string) error {
	lines, signed, err := readParts(file, 3)
	if err != nil {
		return err
	}
	extra, isExtra := strings.CutPrefix(lines[1], "extra ")
	index, isIndex := strings.CutPrefix(lines[2], "index ")
	if lines[0] != "c2sp.org/tlog-proof@v1" || !isExtra || !isIndex {
		return errors.New("no tlog-proof of version 1 with a row")
	}
	entry, err := base64.StdEncoding.Strict().DecodeString(extra)
	if err != nil {
		return err
	}
	row, err := number(index)
	if err != nil {
		return err
	}
	path, err := parseHashes(lines[3:])
	if err != nil {
		return err
	}
	tree, err := c.open(signed, c.witnesses...)
	if err != nil {
		return err
	}
	if err = includes(path, tree, row, tlog.RecordHash(entry)); err == nil {
		fmt.Printf("row %d of %d\n", row, tree.N)
	}
	return err
}

// growth checks the body of a request "add-checkpoint" of C2SP tlog-witness.
func (c *check) growth(file, olderFile string) error {
	lines, signed, err := readParts(file, 1)
	if err != nil {
		return err
	}
	size, isOld := strings.CutPrefix(lines[0], "old ")
	if !isOld {
		return errors.New("no request of tlog-witness")
	}
	path, err := parseHashes(lines[1:])
	if err != nil {
		return err
	}
	newer, err := c.open(signed, c.witnesses...)
	if err != nil {
		return err
	}
	older, err := c.openFile(olderFile)
	if err != nil {
		return err
	}
	if from, err := number(size); err != nil || from != older.N {
		return fmt.Errorf("the proof is not one from %d rows", older.N)
	}
	if err = grew(path, older, newer); err == nil {
		fmt.Printf("grew from %d rows to %d\n", older.N, newer.N)
	}
	return err
}
