package dev.rosa.firewall.plane;

import dev.rosa.firewall.plane.allow.AllowedSources;
import dev.rosa.firewall.plane.intake.EvidenceQueue;
import dev.rosa.firewall.plane.layer.Enforcement;
import dev.rosa.firewall.plane.record.PlaneRecord;

/**
 * Parts that a plane joins.
 *
 * @param queue of evidence
 * @param allowed sources that are never banned
 * @param enforcement makes the kernel do what the bans say
 * @param record of bans for the next start
 * @param news hears of bans
 */
record PlaneParts(
    EvidenceQueue queue,
    AllowedSources allowed,
    Enforcement enforcement,
    PlaneRecord record,
    BanNews news) {}
