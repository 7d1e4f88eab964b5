package dev.rosa.codeserver;

import dev.rosa.codeserver.catalogue.RevokedRouters;
import dev.rosa.control.Caller;
import dev.rosa.control.CallerLog;
import dev.rosa.control.v1.Catalogue;
import dev.rosa.control.v1.CatalogueEntry;
import dev.rosa.identity.RosaId;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Feed of the catalogue to every router that watches it: the whole at once, and again after each
 * change. A router that is slow to read gets the newest catalogue when it is ready, not all those
 * in between, so that nothing piles up here. Thread-safe.
 */
final class CatalogueFeed implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(CatalogueFeed.class);

  private final CodeRepository codes;
  private final RouterAuthorizer authorizer;
  private final ServingLease lease;
  private final RevokedRouters revoked;
  private final RouterPresence presence;
  private final Set<Watcher> watchers = new HashSet<>();
  private final AtomicLong seenVersion;
  private final BarWatch bars;
  private volatile boolean blind;

  /** The last one that was read; null: none was. */
  private volatile CatalogueSnapshot newest;

  private boolean closed;

  CatalogueFeed(
      CodeRepository codes,
      RouterAuthorizer authorizer,
      ServingLease lease,
      RevokedRouters revoked,
      RouterPresence presence) {
    this.codes = codes;
    this.authorizer = authorizer;
    this.lease = lease;
    this.revoked = revoked;
    this.presence = presence;
    this.seenVersion = new AtomicLong(codes.version());
    this.bars = new BarWatch(codes);
  }

  /**
   * Begins to push to a router.
   *
   * @throws io.grpc.StatusRuntimeException ALREADY_EXISTS if a live router of another name has its
   *     node id, UNAVAILABLE during shutdown
   */
  void watch(RosaId router, int nodeId, ServerCallStreamObserver<Catalogue> observer) {
    Watcher watcher = new Watcher(router, nodeId, observer);
    // Before it can be seen by a change: gRPC takes handlers only while the call begins.
    observer.setOnCancelHandler(() -> remove(watcher));
    observer.setOnReadyHandler(watcher::sendIfReady);
    add(watcher);
    watcher.tell("watching router=%s node=%s".formatted(router, Integer.toUnsignedString(nodeId)));
    watcher.sendIfReady();
  }

  private synchronized void add(Watcher watcher) {
    if (closed) {
      throw Status.UNAVAILABLE.withDescription("the Code Server is stopping").asRuntimeException();
    }
    Optional<Watcher> twin = watchers.stream().filter(watcher::isTwinOf).findFirst();
    if (twin.isPresent()) {
      String reason =
          "node id "
              + Integer.toUnsignedString(watcher.nodeId)
              + " is in use by "
              + twin.get().router;
      watcher.log.warn(
          LOG, watcher.router, "refused router=%s reason=\"%s\"".formatted(watcher.router, reason));
      throw Status.ALREADY_EXISTS.withDescription(reason).asRuntimeException();
    }
    watchers.add(watcher);
  }

  private synchronized void remove(Watcher watcher) {
    if (watchers.remove(watcher)) {
      presence.left(watcher.router);
      watcher.tell("left router=" + watcher.router);
    }
  }

  private synchronized List<Watcher> current() {
    return List.copyOf(watchers);
  }

  /** True for a router that watches, or may come back in a moment, unless it was revoked. */
  boolean isConnected(RosaId router) {
    return (isWatching(router) || presence.mayReturn(router)) && !revoked.contains(router);
  }

  private synchronized boolean isWatching(RosaId router) {
    return watchers.stream().anyMatch(watcher -> watcher.router.equals(router));
  }

  /**
   * Sends every router the catalogue if it has changed since the last call. To be called after each
   * durable change here.
   */
  void changed() {
    guarded(this::sendIfChanged);
  }

  /**
   * The same for changes of the storage by the operator's commands, in another process. To be
   * called regularly, by one thread.
   */
  void look() {
    guarded(
        () -> {
          endWithoutLease();
          bars.look();
          sendIfChanged();
        });
  }

  /** A router that loses its stream looks for a Code Server that has a lease. */
  void endWithoutLease() {
    if (!lease.allowsServing()) {
      current().forEach(watcher -> watcher.fail(ServingLease.refusal()));
    }
  }

  private void sendIfChanged() {
    long version = codes.version();
    if (seenVersion.getAndSet(version) != version) {
      current().forEach(Watcher::sendWhenReady);
    }
  }

  private void guarded(Runnable look) {
    try {
      look.run();
      blind = false;
    } catch (RuntimeException | Error e) {
      // The next look may succeed; a task that throws is not scheduled again.
      if (!blind) {
        LOG.error("cannot read the storage", e);
      }
      blind = true;
    }
  }

  /** Ends every stream, and refuses new ones. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    current().forEach(Watcher::end);
  }

  /** One reading for all routers: a snapshot keeps other writers of the storage out. */
  private CatalogueSnapshot snapshot() {
    CatalogueSnapshot known = newest;
    if (known == null || known.version() != codes.version()) {
      known = codes.snapshot();
      newest = known;
    }
    return known;
  }

  private Catalogue catalogueFor(RosaId router) {
    CatalogueSnapshot snapshot = snapshot();
    Catalogue.Builder catalogue =
        Catalogue.newBuilder().setStore(snapshot.store()).setVersion(snapshot.version());
    for (List<StoredCode> publications : snapshot.byDigest()) {
      StoredCode first = publications.get(0);
      Optional<StoredCode> permitted =
          authorizer.permitted(router, publications).stream().findFirst();
      catalogue.addEntries(
          CatalogueEntry.newBuilder()
              .setDigest(Messages.bytes(first.digest()))
              .setName(permitted.orElse(first).name())
              .setPermitted(permitted.isPresent())
              .addAllEpochs(snapshot.epochsOf(first.digest())));
    }
    snapshot.state().ifPresent(catalogue::setState);
    return catalogue.build();
  }

  /** One router's open stream; its monitor keeps messages in order and whole. */
  private final class Watcher {

    private final RosaId router;
    private final int nodeId;
    private final ServerCallStreamObserver<Catalogue> observer;
    private final CallerLog log = Caller.log();
    private boolean stale = true;
    private boolean ended;

    Watcher(RosaId router, int nodeId, ServerCallStreamObserver<Catalogue> observer) {
      this.router = router;
      this.nodeId = nodeId;
      this.observer = observer;
    }

    void tell(String line) {
      log.info(LOG, router, line);
    }

    boolean isTwinOf(Watcher other) {
      return nodeId == other.nodeId && !router.equals(other.router);
    }

    synchronized void sendWhenReady() {
      stale = true;
      sendIfReady();
    }

    synchronized void sendIfReady() {
      if (!stale || ended) {
        return;
      }
      try {
        if (revoked.contains(router)) {
          log.warn(LOG, router, "ended router=%s reason=\"revoked\"".formatted(router));
          fail(RevokedRouters.refusal());
        } else if (observer.isReady()) {
          send();
        }
      } catch (RuntimeException e) {
        // The router comes back by itself; the one who made the change must not suffer.
        LOG.error("cannot push the catalogue to router={}", router, e);
        fail(Status.INTERNAL.withDescription("the catalogue cannot be read"));
      }
    }

    private void send() {
      Catalogue catalogue = catalogueFor(router);
      stale = false;
      observer.onNext(catalogue);
    }

    synchronized void fail(Status status) {
      if (!ended) {
        ended = true;
        observer.onError(status.asRuntimeException());
        remove(this);
      }
    }

    synchronized void end() {
      if (!ended && !observer.isCancelled()) {
        ended = true;
        observer.onCompleted();
      }
    }
  }
}
