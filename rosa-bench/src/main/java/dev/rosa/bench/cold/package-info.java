/**
 * Bench of first calls and first packets in fresh JVMs against later ones.
 *
 * <p>Depends on the core and the router. Start reading at {@link dev.rosa.bench.cold.ColdCommand}.
 */
package dev.rosa.bench.cold;
