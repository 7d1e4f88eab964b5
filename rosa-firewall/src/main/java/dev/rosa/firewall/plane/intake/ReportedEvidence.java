package dev.rosa.firewall.plane.intake;

import dev.rosa.evidence.Evidence;

/**
 * Evidence whose proof its reporter may claim. Immutable.
 *
 * @param evidence the evidence
 * @param user Unix user of the reporter, as the kernel names it
 * @param arrivalNanos time of arrival on the clock of {@link System#nanoTime}
 */
public record ReportedEvidence(Evidence evidence, String user, long arrivalNanos) {}
