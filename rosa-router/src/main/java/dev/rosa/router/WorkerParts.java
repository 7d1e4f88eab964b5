package dev.rosa.router;

/**
 * What one worker owns and its pipeline works with.
 *
 * @param packetBytes the longest packet
 */
record WorkerParts(
    SessionCache sessions,
    SlowPath slowPath,
    SuiteLanes lanes,
    RouterCounters counters,
    int packetBytes) {}
