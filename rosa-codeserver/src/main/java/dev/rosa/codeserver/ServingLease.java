package dev.rosa.codeserver;

import com.google.protobuf.ByteString;
import dev.rosa.identity.RosaId;
import dev.rosa.storage.Storage;
import io.grpc.Status;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lease under which the routers are served: an Authorization Server gives it while this Code Server
 * has every secret in use. Without one, epochs may be missing here, and nothing is served. A
 * storage that never had a lease serves all the same: it has no secrets yet. Thread-safe.
 *
 * <p>A lease lasts from the reply before the request that gives it, so that it never ends later
 * than the Authorization Server's record of it.
 */
final class ServingLease {

  private static final Logger LOG = LoggerFactory.getLogger(ServingLease.class);
  private static final int TOKEN_BYTES = 16;

  /** Authorization Servers that are remembered; a domain has a few. */
  private static final int MOST_SERVERS = 64;

  /** The last reply to an Authorization Server. */
  private record Reply(ByteString token, long nanos) {}

  private final Storage storage;
  private final RandomGenerator random;
  private final LongSupplier nanos;
  private final Map<RosaId, Reply> replies = new HashMap<>();
  private final long start;
  private boolean leased;
  private boolean held;
  private long endNanos;

  ServingLease(Storage storage, RandomGenerator random, LongSupplier nanos) {
    this.storage = storage;
    this.random = random;
    this.nanos = nanos;
    this.start = random.nextLong();
    this.leased = storage.withHandle(ServingLease::wasLeased);
  }

  private static boolean wasLeased(Handle handle) {
    return handle.createQuery("SELECT leased FROM catalogue").mapTo(Integer.class).one() == 1;
  }

  /** Number of this start, drawn at random. */
  long start() {
    return start;
  }

  /**
   * Takes a request for a lease; returns the token of the reply.
   *
   * @param token of the last reply to this caller; any other one gives no lease
   */
  synchronized ByteString renew(RosaId caller, ByteString token, Duration length) {
    Reply last = replies.get(caller);
    if (last != null && last.token().equals(token)) {
      extend(last.nanos() + length.toNanos());
    }
    if (last == null && replies.size() >= MOST_SERVERS) {
      replies.clear();
    }
    Reply next = new Reply(newToken(), nanos.getAsLong());
    replies.put(caller, next);
    return next.token();
  }

  private void extend(long end) {
    if (end - nanos.getAsLong() <= 0) {
      return;
    }
    if (!leased) {
      storage.useTransaction(handle -> handle.execute("UPDATE catalogue SET leased = 1"));
      leased = true;
    }
    if (!held) {
      LOG.info("serving under a lease of the authorization server");
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
    return held || !leased;
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
