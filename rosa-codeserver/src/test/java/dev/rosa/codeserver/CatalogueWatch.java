package dev.rosa.codeserver;

import dev.rosa.control.v1.Catalogue;
import dev.rosa.control.v1.CodeDistributionGrpc;
import dev.rosa.control.v1.WatchCatalogueRequest;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A router's end of the catalogue stream. */
final class CatalogueWatch implements StreamObserver<Catalogue> {

  private final BlockingQueue<Catalogue> received = new LinkedBlockingQueue<>();
  private final CompletableFuture<Status> end = new CompletableFuture<>();

  static CatalogueWatch open(ManagedChannel channel, int nodeId) {
    CatalogueWatch watch = new CatalogueWatch();
    CodeDistributionGrpc.newStub(channel)
        .watchCatalogue(WatchCatalogueRequest.newBuilder().setNodeId(nodeId).build(), watch);
    return watch;
  }

  Catalogue next() throws InterruptedException {
    Catalogue catalogue = received.poll(120, TimeUnit.SECONDS);
    if (catalogue == null) {
      throw new AssertionError("no catalogue within 10 s, end: " + end);
    }
    return catalogue;
  }

  Status end() throws Exception {
    return end.get(120, TimeUnit.SECONDS);
  }

  @Override
  public void onNext(Catalogue catalogue) {
    received.add(catalogue);
  }

  @Override
  public void onError(Throwable failure) {
    end.complete(Status.fromThrowable(failure));
  }

  @Override
  public void onCompleted() {
    end.complete(Status.OK);
  }
}
