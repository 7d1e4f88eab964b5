package dev.rosa.bench.cold;

/**
 * Times of one measured router, from its launch to the first and later packets. The time of a
 * packet runs from sending it into the router's overlay link to receiving it at the next hop. The
 * inside figures are the router's own.
 *
 * @param readyMillis from the launch of the process to its ready line
 * @param firstMicros the first packet
 * @param secondMicros the second, a pause later
 * @param pacedMicros the median of packets with the same pause between them, when all is hot
 * @param backToBackMicros the median of packets each sent when the one before has come
 * @param newSessionMicros the first packet of another session, when all is hot
 * @param insideFirstMicros the first packet, from its arrival to its leaving
 * @param insideMedianMicros median of all packets from arrival to leaving, mostly back to back
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

  /** Ratio of the time of the first packet to that of later ones with the same pause. */
  double ratio() {
    return firstMicros / pacedMicros;
  }
}
