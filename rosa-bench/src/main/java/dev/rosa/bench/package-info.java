/**
 * Measures what the papers claim, on the machine it runs on.
 *
 * <p>Depends on the core and the router. Nothing depends on it.
 */
package dev.rosa.bench;
