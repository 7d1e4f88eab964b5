package dev.rosa.router.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.control.v1.WatchCatalogueRequest;
import io.grpc.stub.ClientCallStreamObserver;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CatalogueStreamTest {

  private final List<Runnable> tasks = new ArrayList<>();
  private final List<Long> delays = new ArrayList<>();
  private final Call call = new Call();

  private void later(long millis, Runnable task) {
    delays.add(millis);
    tasks.add(task);
  }

  @Test
  void shouldAskForTheNextCatalogueAfterAPause() {
    CatalogueStream stream = new CatalogueStream(null, null, this::later);
    stream.beforeStart(call);
    assertEquals(1, call.requested);
    stream.requestNext();
    assertEquals(1, call.requested);
    assertEquals(List.of(50L), delays);
    tasks.forEach(Runnable::run);
    assertEquals(2, call.requested);
  }

  /** Call that counts the messages that it may receive. */
  private static final class Call extends ClientCallStreamObserver<WatchCatalogueRequest> {

    private int requested;

    @Override
    public void disableAutoRequestWithInitial(int count) {
      requested = count;
    }

    @Override
    public void request(int count) {
      requested += count;
    }

    @Override
    public void disableAutoInboundFlowControl() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void setMessageCompression(boolean enable) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setOnReadyHandler(Runnable handler) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void cancel(String message, Throwable cause) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void onNext(WatchCatalogueRequest request) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void onError(Throwable failure) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void onCompleted() {
      throw new UnsupportedOperationException();
    }
  }
}
