/**
 * The proof that every provider and engine does what PROTOCOL §3 says, alone and in batches, with
 * good and with bad input, on this machine and on lesser ones: published vectors, cross-checks of
 * everybody with everybody, batches against single packets, and the same again in JVMs of their own
 * where something could take the JVM down with it.
 *
 * <p>Start reading at {@link dev.rosa.proof.BatchTest}. Random throughout: every run prints its
 * seed and {@code -Dproof.seed=N} repeats it; {@code -Dproof.minutes=N} goes on with other seeds.
 */
package dev.rosa.proof;
