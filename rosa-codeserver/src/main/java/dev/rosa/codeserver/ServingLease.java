package dev.rosa.codeserver;

import com.google.protobuf.ByteString;
import dev.rosa.storage.Storage;
import io.grpc.Status;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lease under which the routers are served: an Authorization Server gives it while this Code Server
 * has every secret in use. Without one, epochs may be missing here, and nothing is served. A
 * storage that never had a lease serves all the same while it has no secrets. Thread-safe.
 *
 * <p>A lease lasts from an earlier reply, whose token the request brings back, so that it never
 * ends later than the Authorization Server's record of it.
 */
final class ServingLease {

  private static final Logger LOG = LoggerFactory.getLogger(ServingLease.class);
  private static final int TOKEN_BYTES = 16;

  /** Replies that are remembered: the last few to each Authorization Server. */
  private static final int MOST_REPLIES = 64;

  private final Storage storage;
  private final RandomGenerator random;
  private final LongSupplier nanos;

  /** Monotonic times of replies by token, the oldest first. */
  private final Map<ByteString, Long> replies = new LinkedHashMap<>();

  private final long start;

  /** Nothing is served without a lease. */
  private boolean needed;

  private boolean recorded;
  private boolean held;
  private long endNanos;
  private long servingSinceNanos;

  ServingLease(Storage storage, RandomGenerator random, LongSupplier nanos) {
    this.storage = storage;
    this.random = random;
    this.nanos = nanos;
    this.start = random.nextLong();
    this.needed = storage.withHandle(ServingLease::isNeeded);
    this.servingSinceNanos = nanos.getAsLong();
  }

  /** The mark of a lease may be missing in a file that was changed, so secrets count as well. */
  private static boolean isNeeded(Handle handle) {
    return handle
            .createQuery(
                "SELECT COUNT(*) FROM catalogue"
                    + " WHERE leased = 1 OR EXISTS (SELECT 1 FROM code_secret)")
            .mapTo(Integer.class)
            .one()
        == 1;
  }

  /** Notices that the storage had a lease, or has a secret. To be called regularly. */
  void look() {
    try {
      boolean now = storage.withHandle(ServingLease::isNeeded);
      synchronized (this) {
        needed |= now;
      }
    } catch (RuntimeException e) {
      // The catalogue's feed reads the same storage, and logs that it cannot.
      LOG.debug("cannot read the storage", e);
    }
  }

  /** Number of this start, drawn at random. */
  long start() {
    return start;
  }

  /**
   * Takes a request for a lease; returns the token of the reply.
   *
   * @param token of an earlier reply, to be used once; any other one gives no lease
   */
  synchronized ByteString renew(ByteString token, Duration length) {
    Long replied = replies.remove(token);
    if (replied != null) {
      extend(replied + length.toNanos());
    }
    if (replies.size() >= MOST_REPLIES) {
      replies.remove(replies.keySet().iterator().next());
    }
    ByteString next = newToken();
    replies.put(next, nanos.getAsLong());
    return next;
  }

  private void extend(long end) {
    if (end - nanos.getAsLong() <= 0) {
      return;
    }
    if (!recorded) {
      storage.useTransaction(
          handle -> handle.execute("UPDATE catalogue SET leased = 1 WHERE leased = 0"));
      recorded = true;
      needed = true;
    }
    if (!held) {
      LOG.info("serving under a lease of the authorization server");
      servingSinceNanos = nanos.getAsLong();
    }
    endNanos = held && endNanos - end > 0 ? endNanos : end;
    held = true;
  }

  private ByteString newToken() {
    byte[] token = new byte[TOKEN_BYTES];
    random.nextBytes(token);
    return ByteString.copyFrom(token);
  }

  /** Tells whether routers may be served; logs when that ends. */
  synchronized boolean allowsServing() {
    if (held && endNanos - nanos.getAsLong() <= 0) {
      held = false;
      LOG.warn(
          "the lease has ended: no router is served until an authorization server renews it, epochs"
              + " may be missing here");
    }
    return held || !needed;
  }

  /** Tells whether routers have been served without a break for so long, and are served now. */
  synchronized boolean hasServedFor(Duration time) {
    return allowsServing() && nanos.getAsLong() - servingSinceNanos >= time.toNanos();
  }

  /**
   * Refuses a router's call without a lease.
   *
   * @throws io.grpc.StatusRuntimeException UNAVAILABLE
   */
  void requireServing() {
    if (!allowsServing()) {
      throw refusal().asRuntimeException();
    }
  }

  /** The answer to routers without a lease. */
  static Status refusal() {
    return Status.UNAVAILABLE.withDescription(
        "without a lease of an authorization server, epochs may be missing here");
  }
}
