package dev.rosa.bench.proxy.request;

/**
 * Result of one run.
 *
 * @param seconds that it took
 * @param requests that were answered
 * @param bytes that came to the clients, heads included
 * @param p50Micros latency of half of the requests at most
 * @param failed requests without an answer, or with another one than 200
 * @param clientNanos CPU time of the clients
 * @param serverNanos CPU time of the web server
 * @param wayNanos CPU time of the processes between them
 */
public record Reading(
    double seconds,
    long requests,
    long bytes,
    double p50Micros,
    long failed,
    double clientNanos,
    double serverNanos,
    double wayNanos) {

  private static final double NANOS_PER_MICRO = 1e3;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double MILLIS = 1e3;
  private static final double MEGABYTE = 1e6;

  /** CPU time of all parties. */
  public double nanos() {
    return clientNanos + serverNanos + wayNanos;
  }

  /** CPU time of all parties for a request, in microseconds. */
  public double microsEach() {
    return nanos() / NANOS_PER_MICRO / requests;
  }

  /** CPU time of the processes between client and server for a request, in microseconds. */
  public double wayMicrosEach() {
    return wayNanos / NANOS_PER_MICRO / requests;
  }

  /** CPU time of all parties for a megabyte, in milliseconds. */
  public double millisPerMegabyte() {
    return nanos() / NANOS_PER_MILLI / (bytes / MEGABYTE);
  }

  /** Requests a second. */
  public double perSecond() {
    return requests / seconds;
  }

  /** Mean time from one request of a client to its next one, connecting included. */
  public double meanMillis(int clients) {
    return clients * seconds * MILLIS / requests;
  }
}
