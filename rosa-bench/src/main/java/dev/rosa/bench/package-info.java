/**
 * Benches of the papers' claims on this machine: one command line, a package for each bench.
 *
 * <p>Depends on the core and the router. No module depends on it. Start reading at {@link
 * dev.rosa.bench.Bench}.
 */
package dev.rosa.bench;
