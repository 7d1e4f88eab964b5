/**
 * Proof that every provider and engine does what PROTOCOL §3 says, alone and in batches, with good
 * and bad input, on this machine and lesser ones. It has published vectors, cross-checks of each
 * with each, and batches against single packets. Tests that could take the JVM down run in JVMs of
 * their own.
 *
 * <p>Start reading at {@link dev.rosa.proof.BatchTest}. Random throughout: every run prints its
 * seed and {@code -Dproof.seed=N} repeats it; {@code -Dproof.minutes=N} goes on with other seeds.
 */
package dev.rosa.proof;
