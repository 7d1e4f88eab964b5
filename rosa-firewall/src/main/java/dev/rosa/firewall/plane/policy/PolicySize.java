package dev.rosa.firewall.plane.policy;

/**
 * Figures about what the policy remembers. Immutable.
 *
 * @param bans bans in force
 * @param limits limits in force
 * @param sources sources with a score from proven evidence
 * @param unprovenSources sources with a score from evidence without proof
 * @param evictedBans bans and limits that made way before their end
 * @param evictedSources scores that were forgotten for lack of room
 */
public record PolicySize(
    int bans,
    int limits,
    int sources,
    int unprovenSources,
    long evictedBans,
    long evictedSources) {}
