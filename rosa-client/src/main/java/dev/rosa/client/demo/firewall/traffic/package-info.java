/**
 * Hosts of {@code ./rosa demo firewall} as threads: each is in a network namespace of its own, and
 * sends orders, or frames that get no answer.
 *
 * <p>Uses {@code dev.rosa.kernel} and {@code dev.rosa.wire.ip}. Start reading at {@link
 * dev.rosa.client.demo.firewall.traffic.HostThread}.
 */
package dev.rosa.client.demo.firewall.traffic;
