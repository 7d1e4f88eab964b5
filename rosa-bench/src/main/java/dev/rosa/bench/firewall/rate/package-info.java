/**
 * Speed at which firewalls block: the plane, fail2ban, and CrowdSec with its bouncer; and how many
 * bans a second the plane takes.
 *
 * <p>Depends on {@code ground}, {@code result}, {@code dev.rosa.bench.namespace} and the plane.
 * Start reading at {@link dev.rosa.bench.firewall.rate.BlockProbe}.
 */
package dev.rosa.bench.firewall.rate;
