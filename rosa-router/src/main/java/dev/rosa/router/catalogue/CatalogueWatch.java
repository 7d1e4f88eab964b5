package dev.rosa.router.catalogue;

import dev.rosa.config.HostPort;
import dev.rosa.control.ControlChannel;
import dev.rosa.control.ControlFailure;
import dev.rosa.control.StartupGrace;
import dev.rosa.control.v1.CodeDistributionGrpc;
import dev.rosa.control.v1.WatchCatalogueRequest;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watch over the stream by which a Code Server pushes its catalogue. A stream that breaks is opened
 * again, at the first Code Server that answers, while the last catalogue stays in force. A
 * catalogue never goes back ({@link CatalogueProgress}): an older one of the same storage would
 * bring back what was withdrawn or revoked. Says once, in one line, when the state changes.
 *
 * <p>All that changes belongs to one thread of its own; {@link #catalogue}, {@link #status}, {@link
 * #channel}, {@link #await} and {@link #close} may be used by any.
 */
public final class CatalogueWatch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(CatalogueWatch.class);

  /** A Code Server and the channel to it. */
  private record Server(HostPort address, ManagedChannel channel) {}

  private final Identity self;
  private final StartupGrace startupGrace;
  private final InstantSource clock;
  private final Backoff backoff;
  private final CatalogueProgress progress = new CatalogueProgress();
  private final List<Server> servers = new ArrayList<>();
  private final String[] reported;
  private final CountDownLatch first = new CountDownLatch(1);
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(new DefaultThreadFactory("code-server", true));

  private Attempt current;
  private int index;
  private boolean refusedThisRound;
  private String announced = "";
  private volatile Catalogue catalogue = Catalogue.EMPTY;
  private volatile ManagedChannel speaking;
  private volatile CodeServerStatus linkStatus;

  /**
   * A watch that {@link #start} sets going.
   *
   * @param addresses the preferred Code Server first
   * @param maxMessageBytes the largest message that is taken
   * @param backoff the watch's from now on
   * @param startupGrace in which a Code Server that is not there yet is no trouble
   */
  public CatalogueWatch(
      List<HostPort> addresses,
      Identity self,
      int maxMessageBytes,
      Backoff backoff,
      InstantSource clock,
      StartupGrace startupGrace) {
    this.self = self;
    this.startupGrace = startupGrace;
    this.clock = clock;
    this.linkStatus = CodeServerStatus.unconnected(addresses.get(0).toString(), clock.instant());
    this.backoff = backoff;
    this.reported = new String[addresses.size()];
    for (HostPort address : addresses) {
      servers.add(
          new Server(
              address,
              ControlChannel.open(
                  InetSocketAddress.createUnresolved(address.host(), address.port()),
                  self,
                  Role.CODESERVER,
                  maxMessageBytes)));
    }
  }

  void start() {
    thread.execute(this::attempt);
  }

  /** The newest catalogue, {@link Catalogue#EMPTY} until one was pushed. */
  Catalogue catalogue() {
    return catalogue;
  }

  /** The channel to the Code Server that spoke last, or null if none ever did. */
  ManagedChannel channel() {
    return speaking;
  }

  /**
   * Waits for the first catalogue.
   *
   * @return null when it is there, else one line that says why it is not
   */
  String await(Duration atMost) throws InterruptedException {
    if (first.await(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
      return null;
    }
    String error = linkStatus.lastError();
    return error == null ? "no answer yet" : error;
  }

  /** State of the link now. */
  CodeServerStatus status() {
    return linkStatus;
  }

  private void attempt() {
    Server server = servers.get(index);
    // Else the channel would keep to a pause of its own after it could not connect.
    server.channel().resetConnectBackoff();
    current = new Attempt(server);
    CodeDistributionGrpc.newStub(server.channel())
        .watchCatalogue(
            WatchCatalogueRequest.newBuilder().setNodeId(self.nodeId()).build(), current);
  }

  private void take(Attempt attempt, dev.rosa.control.v1.Catalogue message) {
    if (attempt != current) {
      return;
    }
    Status refusal = takeUp(message);
    if (!refusal.isOk()) {
      attempt.cancel();
      ended(attempt, refusal);
      return;
    }
    speaking = attempt.server.channel();
    linkStatus = linkStatus.answered(attempt.server.address().toString(), clock.instant());
    backoff.reset();
    reported[index] = null;
    announce(attempt.server.address());
    first.countDown();
  }

  private Status takeUp(dev.rosa.control.v1.Catalogue message) {
    Catalogue offered;
    try {
      offered = CatalogueReader.read(message);
    } catch (IllegalArgumentException e) {
      return Status.INTERNAL.withDescription("its catalogue is none: " + e.getMessage());
    }
    long newest = progress.advance(message.getStore(), offered.version());
    if (newest != offered.version()) {
      return Status.FAILED_PRECONDITION.withDescription(
          "its catalogue %s is older than %s, which came from the same storage before"
              .formatted(Long.toUnsignedString(offered.version()), Long.toUnsignedString(newest)));
    }
    catalogue = offered;
    return Status.OK;
  }

  private void announce(HostPort from) {
    int codes = catalogue.entries().size();
    String line =
        "catalogue %d: %d %s from %s"
            .formatted(catalogue.version(), codes, codes == 1 ? "code" : "codes", from);
    if (!line.equals(announced)) {
      announced = line;
      LOG.info("{}", line);
    }
  }

  private void ended(Attempt attempt, Status status) {
    if (attempt != current) {
      return;
    }
    current = null;
    announced = "";
    report(attempt.server.address(), status);
    refusedThisRound |= isRefusal(status);
    index++;
    if (index < servers.size()) {
      attempt();
      return;
    }
    index = 0;
    long millis = refusedThisRound ? backoff.afterRefusalMillis() : backoff.nextMillis();
    refusedThisRound = false;
    ScheduledFuture<?> unused = thread.schedule(this::attempt, millis, TimeUnit.MILLISECONDS);
  }

  private void report(HostPort address, Status status) {
    String reason = ControlFailure.describe(status.asRuntimeException());
    boolean waiting = isWaiting(status);
    String error = sentence(address, status.getCode(), reason);
    linkStatus = linkStatus.failed(address.toString(), error, clock.instant());
    String line = waiting ? "waiting for code server " + address + ": " + reason : error;
    if (line.equals(reported[index])) {
      return;
    }
    reported[index] = line;
    if (isRefusal(status)) {
      LOG.error("{}; trying again{}", line, keeping());
    } else if (waiting) {
      LOG.info("{}", line);
    } else {
      LOG.warn("{}; trying again{}", line, keeping());
    }
  }

  /** At the first start of a domain its Code Server comes up while its routers do. */
  private boolean isWaiting(Status status) {
    return ControlFailure.kind(status.asRuntimeException()) == ControlFailure.Kind.NOT_CONNECTED
        && catalogue == Catalogue.EMPTY
        && startupGrace.last();
  }

  private String sentence(HostPort address, Status.Code code, String reason) {
    return switch (code) {
      case OK -> "code server " + address + " ended the connection";
      case ALREADY_EXISTS ->
          "code server %s refuses this router, %s with node id %s: %s; issue one of the two a certificate with a node id of its own"
              .formatted(address, self.id(), Integer.toUnsignedString(self.nodeId()), reason);
      case PERMISSION_DENIED, UNAUTHENTICATED ->
          "code server %s refuses this router, %s: %s".formatted(address, self.id(), reason);
      case FAILED_PRECONDITION ->
          "code server %s is refused by this router: %s; if its storage was set back on purpose, restart the router"
              .formatted(address, reason);
      case UNAVAILABLE -> "code server " + address + " not reachable: " + reason;
      default -> "code server " + address + " failed: " + reason;
    };
  }

  private String keeping() {
    return catalogue == Catalogue.EMPTY ? "" : ", catalogue " + catalogue.version() + " stays";
  }

  /** By one of the two: nothing changes before a person has done something. */
  private static boolean isRefusal(Status status) {
    return switch (status.getCode()) {
      case ALREADY_EXISTS, PERMISSION_DENIED, UNAUTHENTICATED, FAILED_PRECONDITION -> true;
      default -> false;
    };
  }

  private void onThread(Runnable task) {
    try {
      thread.execute(task);
    } catch (RejectedExecutionException e) {
      LOG.debug("closed while an answer was on its way");
    }
  }

  /** Ends the stream and the channels. */
  @Override
  public void close() {
    thread.shutdownNow();
    servers.forEach(server -> server.channel().shutdownNow());
  }

  /** One stream, from opening it to its end; its callbacks come on gRPC's threads. */
  private final class Attempt
      implements ClientResponseObserver<WatchCatalogueRequest, dev.rosa.control.v1.Catalogue> {

    private final Server server;
    private volatile ClientCallStreamObserver<WatchCatalogueRequest> call;

    Attempt(Server server) {
      this.server = server;
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<WatchCatalogueRequest> call) {
      this.call = call;
    }

    void cancel() {
      call.cancel("its catalogue is not taken", null);
    }

    @Override
    public void onNext(dev.rosa.control.v1.Catalogue message) {
      onThread(() -> take(this, message));
    }

    @Override
    public void onError(Throwable failure) {
      onThread(() -> ended(this, Status.fromThrowable(failure)));
    }

    @Override
    public void onCompleted() {
      onThread(() -> ended(this, Status.OK));
    }
  }
}
