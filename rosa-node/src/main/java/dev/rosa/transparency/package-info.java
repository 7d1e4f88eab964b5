/**
 * Mathematics and text of a transparency log: the Merkle tree of RFC 6962 with its proofs, and
 * C2SP's formats tlog-tiles, signed-note, tlog-checkpoint and tlog-proof. It knows no database, no
 * network and no meaning of a leaf.
 *
 * <p>Depends on the JDK alone. Start reading at {@link dev.rosa.transparency.CompactRange}, which a
 * log grows by, and {@link dev.rosa.transparency.Checkpoint}, which it signs.
 */
package dev.rosa.transparency;
