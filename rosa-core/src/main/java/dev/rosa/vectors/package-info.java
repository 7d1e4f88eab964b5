/**
 * Files of test vectors for PROTOCOL §1–§3, and the check of an engine against them. Other
 * implementers compare their builds with them, and every engine must give their known answers
 * before it serves.
 *
 * <p>Depends on {@code dev.rosa.wire}, {@code keys}, {@code crypto}, {@code session}, {@code
 * config} and Jackson. Start reading at {@link dev.rosa.vectors.VectorCheck}.
 */
package dev.rosa.vectors;
