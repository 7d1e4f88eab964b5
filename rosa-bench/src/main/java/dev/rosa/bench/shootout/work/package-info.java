/**
 * Work of JMH's forked JVMs: packets through one provider or engine, in every way of handing them
 * over.
 *
 * <p>Depends on {@code dev.rosa.crypto}, {@code provider}, {@code session}, {@code keys} and {@code
 * wire}. Start reading at {@link dev.rosa.bench.shootout.work.ShootoutBenchmark}.
 */
package dev.rosa.bench.shootout.work;
