package main

import (
	"crypto/ecdsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/binary"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/tlog"
)

// label precedes the statement of a witness's key under its signature.
const label = "ROSA-v1 witness-key\x00"

// fields are those of a protobuf message, by number: bytes, or a fixed number in its bytes.
type fields map[uint64][][]byte

// parseFields reads the wire types that the file "witnesses" has, and fields up to a number.
func parseFields(data []byte, most uint64) (fields, error) {
	found := fields{}
	for len(data) > 0 {
		tag, n := binary.Uvarint(data)
		if n <= 0 {
			return nil, errors.New("no protobuf message")
		}
		if tag>>3 == 0 || tag>>3 > most {
			return nil, fmt.Errorf("unknown field %d", tag>>3)
		}
		data = data[n:]
		length := uint64(0)
		switch tag & 7 {
		case 1:
			length = 8
		case 2:
			if length, n = binary.Uvarint(data); n <= 0 {
				return nil, errors.New("no protobuf message")
			}
			data = data[n:]
		case 5:
			length = 4
		default:
			return nil, fmt.Errorf("unknown wire type %d", tag&7)
		}
		if length > uint64(len(data)) {
			return nil, errors.New("a protobuf message is cut")
		}
		found[tag>>3] = append(found[tag>>3], data[:length])
		data = data[length:]
	}
	return found, nil
}

// one is a field that must be there once.
func (f fields) one(number uint64) ([]byte, error) {
	if len(f[number]) != 1 {
		return nil, fmt.Errorf("field %d is there %d times", number, len(f[number]))
	}
	return f[number][0], nil
}

// message is a field that must be there once, as a message.
func (f fields) message(number, most uint64) (fields, error) {
	data, err := f.one(number)
	if err != nil {
		return nil, err
	}
	return parseFields(data, most)
}

// requireWitnesses checks the file "witnesses" of an export, and returns their number.
func (c *check) requireWitnesses(dir string, tree tlog.Tree, hashes tlog.HashReader) (int, error) {
	data, err := os.ReadFile(filepath.Join(dir, "witnesses"))
	if errors.Is(err, os.ErrNotExist) || c.authority == "" {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	authority, err := readCertificate(c.authority)
	if err != nil {
		return 0, err
	}
	all, err := parseFields(data, 1)
	if err != nil {
		return 0, fmt.Errorf("witnesses: %w", err)
	}
	for _, kept := range all[1] {
		if err = c.requireWitness(kept, authority, tree, hashes); err != nil {
			return 0, fmt.Errorf("witnesses: %w", err)
		}
	}
	return len(all[1]), nil
}

// requireWitness checks a KeptCheckpoint: the key, both signatures, and the growth from there.
func (c *check) requireWitness(
	kept []byte, authority *x509.Certificate, tree tlog.Tree, hashes tlog.HashReader,
) error {
	parts, err := parseFields(kept, 2)
	if err != nil {
		return err
	}
	statement, err := parts.message(1, 3)
	if err != nil {
		return err
	}
	witness, err := c.statedCosigner(statement, authority)
	if err != nil {
		return err
	}
	message, err := parts.message(2, 2)
	if err != nil {
		return err
	}
	signed, err := message.one(2)
	if err != nil {
		return err
	}
	cosigned, err := c.open(signed, witness)
	if err != nil {
		return err
	}
	if err = requireGrowth(cosigned, tree, hashes); err == nil {
		fmt.Printf("%s cosigned %d rows\n", witness, cosigned.N)
	}
	return err
}

// statedCosigner is the witness whose SignedStatement names its key.
func (c *check) statedCosigner(signed fields, authority *x509.Certificate) (*cosigner, error) {
	statement, err := signed.one(1)
	if err != nil {
		return nil, err
	}
	signature, err := signed.one(2)
	if err != nil {
		return nil, err
	}
	der, err := signed.one(3)
	if err != nil {
		return nil, err
	}
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		return nil, err
	}
	if err = certificate.CheckSignatureFrom(authority); err != nil {
		return nil, err
	}
	digest := sha256.Sum256(append([]byte(label), statement...))
	public, isEcdsa := certificate.PublicKey.(*ecdsa.PublicKey)
	if !isEcdsa || !ecdsa.VerifyASN1(public, digest[:], signature) {
		return nil, errors.New("the statement of a witness's key is not signed by its certificate")
	}
	return c.cosignerOf(certificate, statement)
}

// cosignerOf reads a KeyStatement that its signature has shown.
func (c *check) cosignerOf(certificate *x509.Certificate, statement []byte) (*cosigner, error) {
	parts, err := parseFields(statement, 3)
	if err != nil {
		return nil, err
	}
	key, err := parts.one(2)
	if err != nil {
		return nil, err
	}
	millis, err := parts.one(3)
	if err != nil || len(millis) != 8 {
		return nil, errors.New("the statement of a witness's key has no time")
	}
	at := time.UnixMilli(int64(binary.LittleEndian.Uint64(millis)))
	if at.Before(certificate.NotBefore) || at.After(certificate.NotAfter) {
		return nil, errors.New("the certificate of a witness was not valid when it stated its key")
	}
	domain := strings.TrimSuffix(c.log.Name(), "/audit")
	for _, uri := range certificate.URIs {
		name := "rosa/" + uri.Host + uri.Path
		if strings.HasPrefix(name, domain+"/codeserver/") || strings.HasPrefix(name, domain+"/router/") {
			return newCosigner(name, key)
		}
	}
	return nil, errors.New("a witness is no Code Server or router of the log's domain")
}

func readCertificate(file string) (*x509.Certificate, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, errors.New(file + ": is no certificate in PEM")
	}
	return x509.ParseCertificate(block.Bytes)
}
