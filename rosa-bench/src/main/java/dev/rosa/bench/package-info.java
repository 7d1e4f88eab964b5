/**
 * Measures what the papers claim, on the machine it runs on: one command line, a package for each
 * bench.
 *
 * <p>Depends on the core and the router. Nothing depends on it. Start reading at {@link
 * dev.rosa.bench.Bench}.
 */
package dev.rosa.bench;
