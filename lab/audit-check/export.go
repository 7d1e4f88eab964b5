package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/transparency-dev/merkle/compact"
	"github.com/transparency-dev/merkle/rfc6962"
	"golang.org/x/mod/sumdb/tlog"
)

const full = 256

// tiles are the hashes of an export, which Go's paths name by the height of a tile as well.
type tiles struct{ dir string }

func (t tiles) Height() int                     { return 8 }
func (t tiles) SaveTiles([]tlog.Tile, [][]byte) {}

func (t tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	var read [][]byte
	for _, tile := range wanted {
		data, err := os.ReadFile(filepath.Join(t.dir, exported(tile)))
		if err != nil {
			return nil, err
		}
		read = append(read, data)
	}
	return read, nil
}

// exported is the path of a tile in C2SP tlog-tiles.
func exported(tile tlog.Tile) string {
	path := strings.TrimPrefix(tile.Path(), "tile/8/")
	return "tile/" + strings.Replace(path, "data/", "entries/", 1)
}

// export checks checkpoint, tiles, entries, witnesses and the growth from an older checkpoint.
func (c *check) export(dir, older string) error {
	tree, err := c.openFile(filepath.Join(dir, "checkpoint"))
	if err != nil {
		return err
	}
	hashes := tlog.TileHashReader(tree, tiles{dir})
	if err = c.requireTiles(dir, tree, hashes); err != nil {
		return err
	}
	if err = c.requireEntries(dir, tree, hashes); err != nil {
		return err
	}
	witnesses, err := c.requireWitnesses(dir, tree, hashes)
	if err != nil {
		return err
	}
	if older != "" {
		before, err := c.openFile(older)
		if err != nil {
			return err
		}
		if err = requireGrowth(before, tree, hashes); err != nil {
			return err
		}
	}
	fmt.Printf("export of %d rows, witnesses: %d\n", tree.N, witnesses)
	return nil
}

// requireTiles compares every tile, whole, with the hashes that the root has shown.
func (c *check) requireTiles(dir string, tree tlog.Tree, hashes tlog.HashReader) error {
	for _, tile := range tlog.NewTiles(8, 0, tree.N) {
		expected, err := tlog.ReadTileData(tile, hashes)
		if err != nil {
			return err
		}
		found, err := os.ReadFile(filepath.Join(dir, exported(tile)))
		if err != nil {
			return err
		}
		if !bytes.Equal(expected, found) {
			return errors.New(exported(tile) + " is not as the root says")
		}
	}
	return nil
}

// requireEntries makes the root from the entries, and proves some of them by the tiles.
func (c *check) requireEntries(dir string, tree tlog.Tree, hashes tlog.HashReader) error {
	factory := compact.RangeFactory{Hash: rfc6962.DefaultHasher.HashChildren}
	all := factory.NewEmptyRange(0)
	for first := int64(0); first < tree.N; first += full {
		leaves, err := c.leaves(dir, tree, first, hashes)
		if err != nil {
			return err
		}
		for i := range leaves {
			if err = all.Append(leaves[i][:], nil); err != nil {
				return err
			}
		}
		last := first + int64(len(leaves)) - 1
		for _, row := range []int64{first, last} {
			path, err := tlog.ProveRecord(tree.N, row, hashes)
			if err != nil {
				return err
			}
			if err = includes(path, tree, row, leaves[row-first]); err != nil {
				return fmt.Errorf("row %d: %w", row, err)
			}
		}
	}
	if tree.N == 0 {
		return nil
	}
	if root, err := all.GetRootHash(nil); err != nil || !bytes.Equal(root, tree.Hash[:]) {
		return errors.New("the entries do not lead to the root")
	}
	return nil
}

// leaves are the hashes of a bundle's entries. Of a pruned one, only the tile has the hash.
func (c *check) leaves(
	dir string, tree tlog.Tree, first int64, hashes tlog.HashReader,
) ([]tlog.Hash, error) {
	width := int(min(full, tree.N-first))
	entries, err := readBundle(dir, first/full, width)
	if err != nil {
		return nil, err
	}
	var indexes []int64
	for i := range entries {
		indexes = append(indexes, tlog.StoredHashIndex(0, first+int64(i)))
	}
	stored, err := hashes.ReadHashes(indexes)
	if err != nil {
		return nil, err
	}
	for i, entry := range entries {
		row := first + int64(i)
		isPruned := len(entry) == 0 && row < c.pruned
		if !isPruned && tlog.RecordHash(entry) != stored[i] {
			return nil, fmt.Errorf("row %d is not the one that the tree has", row)
		}
	}
	return stored, nil
}

// readBundle reads entries, each behind its length in two bytes.
func readBundle(dir string, index int64, width int) ([][]byte, error) {
	path := exported(tlog.Tile{H: 8, L: -1, N: index, W: width})
	data, err := os.ReadFile(filepath.Join(dir, path))
	if err != nil {
		return nil, err
	}
	var entries [][]byte
	for len(data) >= 2 {
		end := 2 + (int(data[0])<<8 | int(data[1]))
		if end > len(data) {
			break
		}
		entries = append(entries, data[2:end])
		data = data[end:]
	}
	if len(data) != 0 || len(entries) != width {
		return nil, fmt.Errorf("%s has not %d entries", path, width)
	}
	return entries, nil
}

// requireGrowth makes the proof from an older tree out of the tiles, and checks it.
func requireGrowth(older, tree tlog.Tree, hashes tlog.HashReader) error {
	if older.N == 0 {
		return nil
	}
	if older.N > tree.N {
		return fmt.Errorf("the log had %d rows, it has %d", older.N, tree.N)
	}
	path, err := tlog.ProveTree(tree.N, older.N, hashes)
	if err != nil {
		return err
	}
	return grew(path, older, tree)
}
