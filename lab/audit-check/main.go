// Command audit-check verifies a ROSA audit log with libraries of other projects.
//
// Notes are opened by golang.org/x/mod/sumdb/note. Hashes and proofs are checked twice, by
// golang.org/x/mod/sumdb/tlog and by github.com/transparency-dev/merkle. It shares no code with
// ROSA. Exit code 1: something does not hold; 2: wrong usage.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"

	"golang.org/x/mod/sumdb/note"
)

const usage = `usage: audit-check --key KEY [--witness KEY]... [--ca FILE] [--pruned N] COMMAND
  export DIR [OLDER]   every file of an export; its growth from an older checkpoint
  checkpoint FILE...   signed notes
  proof FILE...        proofs of rows (C2SP tlog-proof)
  growth FILE OLDER    a request of C2SP tlog-witness: its proof leads from an older checkpoint
KEY is NAME+ID+KEY, or a file that has it. Every --witness must have cosigned each checkpoint.
--ca is the domain's ca.crt: the file 'witnesses' of an export is checked by it.
--pruned tells how many of the oldest rows may have been pruned.
`

// check has the keys that the checkpoints are verified with.
type check struct {
	log       note.Verifier
	witnesses []note.Verifier
	authority string
	pruned    int64
}

// keys is a flag that may be repeated.
type keys []string

func (k *keys) String() string     { return strings.Join(*k, " ") }
func (k *keys) Set(v string) error { *k = append(*k, v); return nil }

func main() {
	var c check
	var witnesses keys
	flag.Usage = func() { fmt.Fprint(os.Stderr, usage) }
	key := flag.String("key", "", "the log's public key")
	flag.Var(&witnesses, "witness", "the public key of a witness")
	flag.StringVar(&c.authority, "ca", "", "the certificate of the domain's authority")
	flag.Int64Var(&c.pruned, "pruned", 0, "number of rows that may have been pruned")
	flag.Parse()
	run := c.command(flag.Args())
	if *key == "" || run == nil {
		flag.Usage()
		os.Exit(2)
	}
	err := c.readKeys(*key, witnesses)
	if err == nil {
		err = run()
	}
	if err != nil {
		fmt.Println("refused:", err)
		os.Exit(1)
	}
}

// command is the run that the arguments name, or nil.
func (c *check) command(args []string) func() error {
	switch {
	case len(args) >= 2 && args[0] == "checkpoint":
		return func() error { return each(args[1:], c.checkpoint) }
	case len(args) >= 2 && args[0] == "proof":
		return func() error { return each(args[1:], c.proof) }
	case len(args) == 3 && args[0] == "growth":
		return func() error { return c.growth(args[1], args[2]) }
	case len(args) == 2 && args[0] == "export":
		return func() error { return c.export(args[1], "") }
	case len(args) == 3 && args[0] == "export":
		return func() error { return c.export(args[1], args[2]) }
	}
	return nil
}

func each(files []string, run func(string) error) error {
	for _, file := range files {
		if err := run(file); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

// readKeys takes the log's key, and those of witnesses, as text or from files.
func (c *check) readKeys(log string, witnesses []string) error {
	text, err := textOrFile(log)
	if err != nil {
		return err
	}
	if c.log, err = note.NewVerifier(text); err != nil {
		return err
	}
	for _, witness := range witnesses {
		if text, err = textOrFile(witness); err != nil {
			return err
		}
		verifier, err := parseCosigner(text)
		if err != nil {
			return err
		}
		c.witnesses = append(c.witnesses, verifier)
	}
	return nil
}

func textOrFile(key string) (string, error) {
	if strings.Count(key, "+") >= 2 {
		return strings.TrimSpace(key), nil
	}
	text, err := os.ReadFile(key)
	return strings.TrimSpace(string(text)), err
}
