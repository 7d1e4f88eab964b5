package dev.rosa.evidence;

/**
 * Counts of an {@link EvidenceSink} since its start. Immutable.
 *
 * @param reported evidence that the application reported
 * @param sent of these, handed to a plane
 * @param dropped of these, lost: no room, too old when a plane was there, or on its way when the
 *     connection ended
 * @param connections times that a plane greeted
 * @param connected true if a plane is there now
 */
public record SinkCounts(
    long reported, long sent, long dropped, long connections, boolean connected) {}
