/**
 * Intake of evidence: the reporters' socket, their credentials, rates and claims, and the bans that
 * they are told (Crosslayer Firewall Interaction §3.1).
 *
 * <p>Depends on {@code ban}, {@code dev.rosa.evidence}, {@code dev.rosa.operator} and {@code
 * dev.rosa.config}. Start reading at {@link dev.rosa.firewall.plane.intake.EvidenceIntake}.
 */
package dev.rosa.firewall.plane.intake;
