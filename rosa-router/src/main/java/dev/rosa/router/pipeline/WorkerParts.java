package dev.rosa.router.pipeline;

import dev.rosa.router.evidence.DropRecorder;
import dev.rosa.router.session.SessionCache;

/**
 * Parts and limits that a worker hands to its pipeline; all parts but {@code nonces} are its own.
 *
 * @param packetBytes the longest packet
 * @param unverifiedPerSecond packets of sessions that are not live; see {@link UnverifiedLimit}
 * @param nonces the router's, for what is sealed anew
 * @param evidence has the dropped packets for a firewall; null: there is none
 */
record WorkerParts(
    SessionCache sessions,
    SessionUpkeep upkeep,
    SlowPath slowPath,
    SuiteLanes lanes,
    RouterCounters counters,
    int packetBytes,
    int unverifiedPerSecond,
    NonceCounter nonces,
    DropRecorder evidence) {}
