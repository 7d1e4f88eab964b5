package dev.rosa.router.pipeline;

import dev.rosa.router.session.SessionCache;

/**
 * Parts that one worker owns and its pipeline works with.
 *
 * @param packetBytes the longest packet
 * @param unverifiedPerSecond packets of sessions that are not live; see {@link UnverifiedLimit}
 * @param nonces the router's, for what is sealed anew
 */
record WorkerParts(
    SessionCache sessions,
    SlowPath slowPath,
    SuiteLanes lanes,
    RouterCounters counters,
    int packetBytes,
    int unverifiedPerSecond,
    NonceCounter nonces) {}
