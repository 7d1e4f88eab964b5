/**
 * Policy of bans: weights of evidence, scores that decay, thresholds, ban times and the way back
 * (Crosslayer Firewall Interaction §3.1).
 *
 * <p>Depends on {@code ban} and {@code dev.rosa.evidence}. Start reading at {@link
 * dev.rosa.firewall.plane.policy.Policy}.
 */
package dev.rosa.firewall.plane.policy;
