package dev.rosa.codeserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.control.v1.Catalogue;
import dev.rosa.control.v1.CodeDistributionGrpc;
import dev.rosa.control.v1.FetchCodeReply;
import dev.rosa.control.v1.FetchCodeRequest;
import dev.rosa.control.v1.WatchCatalogueRequest;
import dev.rosa.identity.Identity;
import dev.rosa.keys.CodeDigest;
import io.grpc.ClientCall;
import io.grpc.Context;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One router, with any number of calls, leaves the Code Server to the others. */
final class RouterBoundsTest {

  private static final int WATCHES = 4;
  private static final int FETCHES = 16;

  @TempDir Path directory;
  private TestCodeServer server;
  private Identity r1;

  @BeforeEach
  void start() throws Exception {
    server = new TestCodeServer(directory);
    r1 = server.domain.router("r1");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private WatchCatalogueRequest request() {
    return WatchCatalogueRequest.newBuilder().setNodeId(r1.nodeId()).build();
  }

  /** Ends when its context does. */
  private Iterator<Catalogue> watch(ManagedChannel channel) {
    return CodeDistributionGrpc.newBlockingStub(channel).watchCatalogue(request());
  }

  @Test
  void shouldRefuseAWatchWhenTheRouterHasFour() throws Exception {
    ManagedChannel channel = server.channel(r1);
    Context.CancellableContext all = Context.current().withCancellation();
    all.run(
        () -> {
          for (int i = 0; i < WATCHES; i++) {
            watch(channel).next();
          }
          StatusRuntimeException refused =
              assertThrows(StatusRuntimeException.class, () -> watch(channel).next());
          assertEquals(
              "RESOURCE_EXHAUSTED: rosa://17/router/r1 has 4 calls of WatchCatalogue in progress,"
                  + " as many as this server allows one identity",
              refused.getMessage());
        });
    all.cancel(null);
  }

  @Test
  void shouldRefuseAFetchWhenTheRouterLeavesSixteenUnread() throws Exception {
    Identity carol = server.domain.user("carol");
    server.publication(carol).publish(TestCodeServer.request(carol, "one", TestCodeServer.BUNDLE));
    ManagedChannel channel = server.channel(r1);
    CountDownLatch refusal = new CountDownLatch(1);
    List<ClientCall<?, ?>> calls = new ArrayList<>();
    for (int i = 0; i <= FETCHES; i++) {
      calls.add(
          TestCodeServer.beginWithoutRequest(
              channel, CodeDistributionGrpc.getFetchCodeMethod(), refusal));
    }
    // It does not count, and the headers of the calls above leave with it.
    watch(channel).next();
    assertTrue(refusal.await(2, TimeUnit.MINUTES));
    StatusRuntimeException refused =
        assertThrows(StatusRuntimeException.class, () -> fetch(channel));
    assertTrue(refused.getMessage().contains("has 16 calls of FetchCode in progress"));
    assertEquals(
        TestCodeServer.BUNDLE.length,
        fetch(server.channel(server.domain.router("r3"))).getBundle().size());
    calls.forEach(call -> call.cancel("enough", null));
  }

  private static FetchCodeReply fetch(ManagedChannel channel) {
    FetchCodeRequest request =
        FetchCodeRequest.newBuilder()
            .setDigest(Messages.bytes(CodeDigest.ofBundle(TestCodeServer.BUNDLE)))
            .build();
    return CodeDistributionGrpc.newBlockingStub(channel).fetchCode(request);
  }
}
