/**
 * Ways of dropping packets, and what a packet costs with each of them.
 *
 * <p>Depends on {@code ground} and {@code dev.rosa.bench.namespace}. Start reading at {@link
 * dev.rosa.bench.firewall.way.Ways}.
 */
package dev.rosa.bench.firewall.way;
