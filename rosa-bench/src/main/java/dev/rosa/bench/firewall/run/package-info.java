/**
 * Rounds of the bench of the firewall, and what each of them measures.
 *
 * <p>Depends on {@code ground}, {@code way}, {@code service}, {@code rate}, {@code result} and the
 * bench of the packet path. Start reading at {@link dev.rosa.bench.firewall.run.FirewallBench}.
 */
package dev.rosa.bench.firewall.run;
