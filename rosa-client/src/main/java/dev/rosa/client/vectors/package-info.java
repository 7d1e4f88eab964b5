/**
 * Files of test vectors for PROTOCOL §1–§3, so that another implementer can check a build against
 * ours and ours against theirs.
 *
 * <p>Depends on {@code dev.rosa.wire}, {@code keys}, {@code crypto}, {@code provider}, and Jackson.
 * Start reading at {@link dev.rosa.client.vectors.VectorCheck}.
 */
package dev.rosa.client.vectors;
