/**
 * Results of the bench of the firewall, by row and round.
 *
 * <p>Depends on {@code way}, {@code service} and {@code measure}. Start reading at {@link
 * dev.rosa.bench.firewall.result.FirewallResults}.
 */
package dev.rosa.bench.firewall.result;
