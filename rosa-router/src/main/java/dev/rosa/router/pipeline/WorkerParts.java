package dev.rosa.router.pipeline;

import dev.rosa.router.session.SessionCache;

/**
 * Parts that one worker owns and its pipeline works with.
 *
 * @param packetBytes the longest packet
 * @param newcomersPerSecond packets of sessions that are not live; see {@link NewcomerLimit}
 * @param nonces the router's, for what is sealed anew
 */
record WorkerParts(
    SessionCache sessions,
    SlowPath slowPath,
    SuiteLanes lanes,
    RouterCounters counters,
    int packetBytes,
    int newcomersPerSecond,
    NonceCounter nonces) {}
