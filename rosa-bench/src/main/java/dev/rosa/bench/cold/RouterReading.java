package dev.rosa.bench.cold;

/**
 * What one router's life showed. The time of a packet is that from sending it into the router's
 * overlay link to receiving it at the next hop, but for the inside figures, which are the router's
 * own.
 *
 * @param readyMillis from the launch of the process to its ready line
 * @param firstMicros the first packet
 * @param secondMicros the second, a pause later
 * @param pacedMicros the median of packets with the same pause between them, when all is hot
 * @param backToBackMicros the median of packets each sent when the one before has come
 * @param newSessionMicros the first packet of another session, when all is hot
 * @param insideFirstMicros the first packet, from its arrival to its leaving
 * @param insideMedianMicros likewise the median of all packets, mostly back to back
 */
record RouterReading(
    double readyMillis,
    double firstMicros,
    double secondMicros,
    double pacedMicros,
    double backToBackMicros,
    double newSessionMicros,
    double insideFirstMicros,
    double insideMedianMicros) {

  /** How many times longer the first packet took than later ones with the same pause. */
  double ratio() {
    return firstMicros / pacedMicros;
  }
}
