/**
 * Bench of the firewall plane: what a packet costs that is dropped or accepted at each layer, what
 * a web service gains, and how fast bans are in force (Crosslayer Firewall Interaction §4, §5).
 *
 * <p>Depends on the plane, the reporters' package, the bench of the packet path, and the jars of
 * the roles, which it starts as processes. Start reading at {@link
 * dev.rosa.bench.firewall.run.FirewallBench}.
 */
package dev.rosa.bench.firewall;
