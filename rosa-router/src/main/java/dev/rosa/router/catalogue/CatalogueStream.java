package dev.rosa.router.catalogue;

import dev.rosa.control.v1.Catalogue;
import dev.rosa.control.v1.CodeDistributionGrpc;
import dev.rosa.control.v1.WatchCatalogueRequest;
import dev.rosa.router.catalogue.CodeServers.Server;
import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;

/**
 * One gRPC stream on which a Code Server pushes its catalogues to a router, from its opening to its
 * end. Its callbacks come on gRPC's threads. One catalogue is in memory at a time: the next is sent
 * a moment after {@link #requestNext}, so that a server that changes it without an end costs little
 * work.
 */
final class CatalogueStream implements ClientResponseObserver<WatchCatalogueRequest, Catalogue> {

  /** Receiver of what happens to a stream. */
  interface Listener {
    /** A catalogue came. */
    void pushed(CatalogueStream stream, Catalogue catalogue);

    /** The stream has ended. */
    void ended(CatalogueStream stream, Status status);
  }

  /** Receiver of tasks that run after a delay. */
  interface Later {
    /** Runs a task after a delay. */
    void after(long millis, Runnable task);
  }

  /** Least time between two catalogues: the newest one is all that counts. */
  static final long PAUSE_MILLIS = 50;

  /** As many codes as a state of the domain can have. */
  static final int MOST_CODES = 20_000;

  /** A catalogue with so many, and the state. */
  private static final int MOST_BYTES = 5 << 20;

  private final Server server;
  private final Listener listener;
  private final Later later;
  private volatile ClientCallStreamObserver<WatchCatalogueRequest> call;

  CatalogueStream(Server server, Listener listener, Later later) {
    this.server = server;
    this.listener = listener;
    this.later = later;
  }

  void open(int nodeId) {
    // Else the channel would keep to a pause of its own after it could not connect.
    server.channel().resetConnectBackoff();
    CodeDistributionGrpc.newStub(server.channel())
        .withMaxInboundMessageSize(MOST_BYTES)
        .watchCatalogue(WatchCatalogueRequest.newBuilder().setNodeId(nodeId).build(), this);
  }

  /** The Code Server at its other end. */
  Server server() {
    return server;
  }

  @Override
  public void beforeStart(ClientCallStreamObserver<WatchCatalogueRequest> call) {
    this.call = call;
    call.disableAutoRequestWithInitial(1);
  }

  /** Lets the server send the next catalogue after a pause. */
  void requestNext() {
    later.after(PAUSE_MILLIS, () -> call.request(1));
  }

  void cancel() {
    call.cancel("its catalogue is not taken", null);
  }

  @Override
  public void onNext(Catalogue message) {
    int codes = message.getEntriesCount();
    if (codes > MOST_CODES) {
      cancel();
      String excess =
          "its catalogue has %d codes, at most %d are taken".formatted(codes, MOST_CODES);
      listener.ended(this, Status.RESOURCE_EXHAUSTED.withDescription(excess));
      return;
    }
    listener.pushed(this, message);
  }

  @Override
  public void onError(Throwable failure) {
    listener.ended(this, Status.fromThrowable(failure));
  }

  @Override
  public void onCompleted() {
    listener.ended(this, Status.OK);
  }
}
