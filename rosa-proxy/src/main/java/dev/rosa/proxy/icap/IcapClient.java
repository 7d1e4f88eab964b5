package dev.rosa.proxy.icap;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Client of one service. It asks for the service's options first, and again when they are old. Each
 * answer has a connection of its own. Thread-safe.
 */
public final class IcapClient {
  private static final long LEAST_SECONDS = 10;
  private static final long USUAL_SECONDS = 300;
  private static final long MOST_SECONDS = 3_600;

  /** A service that wants more at once gets this. */
  private static final int MOST_PREVIEW_BYTES = 1 << 16;

  private final IcapService service;
  private final IcapRequests requests;
  private final LongSupplier nanos;
  private volatile Options options;

  /**
   * What a service can do.
   *
   * @param preview bytes that it wants to see first; -1: all
   * @param endNanos when it must be asked again
   */
  private record Options(int preview, long endNanos) {}

  /**
   * A client that has asked nothing.
   *
   * @param nanos a clock as {@link System#nanoTime}
   */
  public IcapClient(IcapService service, LongSupplier nanos) {
    this.service = service;
    this.nanos = nanos;
    requests = new IcapRequests(service);
  }

  /** Shows an answer to the service, and waits for the verdict, at most for its time. */
  public IcapVerdict show(ShownAnswer answer) {
    long end = nanos.getAsLong() + service.timeout().toNanos();
    try {
      return show(answer, options(end), end);
    } catch (IcapException e) {
      options = null;
      return IcapVerdict.failed(e.getMessage());
    } catch (IOException e) {
      options = null;
      return IcapVerdict.failed("it cannot be asked");
    }
  }

  private Options options(long end) throws IOException {
    Options known = options;
    if (known != null && known.endNanos() - nanos.getAsLong() > 0) {
      return known;
    }
    IcapReader reader = new IcapReader(0, false, unused -> false);
    try (IcapConnection connection = IcapConnection.open(service.address(), nanos, end)) {
      connection.exchange(new ByteBuffer[] {requests.options()}, reader);
    }
    if (reader.isToContinue() || !reader.head().hasRespmod()) {
      throw new IcapException("it does not offer RESPMOD");
    }
    options = options(reader.head());
    return options;
  }

  private Options options(IcapHead head) {
    long told = head.secondsToLive();
    long seconds = Math.max(LEAST_SECONDS, Math.min(MOST_SECONDS, told < 0 ? USUAL_SECONDS : told));
    return new Options(
        Math.min(head.preview(), MOST_PREVIEW_BYTES),
        nanos.getAsLong() + TimeUnit.SECONDS.toNanos(seconds));
  }

  private IcapVerdict show(ShownAnswer answer, Options can, long end) throws IOException {
    IcapReader reader = new IcapReader(service.mostBytes(), true, answer.room());
    int preview = can.preview();
    try (IcapConnection connection = IcapConnection.open(service.address(), nanos, end)) {
      connection.exchange(requests.respmod(answer, preview), reader);
      if (reader.isToContinue()) {
        boolean isAsked = preview >= 0 && preview < answer.bodyBytes() && connection.isSent();
        if (!isAsked) {
          throw new IcapException("it wants more than there is");
        }
        reader.goOn();
        connection.exchange(requests.rest(answer, preview), reader);
      }
    }
    if (reader.isToContinue()) {
      throw new IcapException("it wants more than there is");
    }
    return reader.verdict();
  }
}
