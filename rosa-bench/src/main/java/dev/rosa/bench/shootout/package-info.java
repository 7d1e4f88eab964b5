/**
 * Bench of every crypto provider and engine against every other, with a report of the fastest.
 *
 * <p>Depends on the core's providers and engines. Start reading at {@link
 * dev.rosa.bench.shootout.ShootoutCommand}.
 */
package dev.rosa.bench.shootout;
