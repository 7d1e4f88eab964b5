/**
 * {@code rosa demo firewall}: a web service on an edge machine, honest clients, attackers, and the
 * firewall plane that tells them apart.
 *
 * <p>Uses the demo's nodes and progress, and its own hosts in {@code traffic}. Start reading at
 * {@link dev.rosa.client.demo.firewall.FirewallDemo}.
 */
package dev.rosa.client.demo.firewall;
