/**
 * Runs every crypto provider and engine against every other, and reports who is fastest.
 *
 * <p>Depends on the core's providers and engines. Start reading at {@link
 * dev.rosa.bench.shootout.ShootoutCommand}.
 */
package dev.rosa.bench.shootout;
