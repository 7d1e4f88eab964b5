package dev.rosa.codeserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.control.v1.CodeDescription;
import dev.rosa.control.v1.CodeDistributionGrpc;
import dev.rosa.control.v1.CodePublicationGrpc;
import dev.rosa.control.v1.FetchCodeRequest;
import dev.rosa.control.v1.ListCodeReply;
import dev.rosa.control.v1.ListCodeRequest;
import dev.rosa.control.v1.ShowCodeRequest;
import dev.rosa.identity.Identity;
import dev.rosa.keys.CodeDigest;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One publisher, also with all that it has withdrawn, leaves the Code Server to the others. */
final class PublisherBoundsTest {

  private static final int LIST_CALLS = 4;
  private static final int LISTED_WITHDRAWN = 1024;

  @TempDir Path directory;
  private TestCodeServer server;
  private Identity mallory;
  private final byte[] bundle = TestCodeServer.BUNDLE;

  @BeforeEach
  void start() throws Exception {
    server = new TestCodeServer(directory);
    mallory = server.domain.user("mallory");
    publish("stands", bundle);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private CodeDescription publish(String name, byte[] jar) {
    return server.publication(mallory).publish(TestCodeServer.request(mallory, name, jar));
  }

  private ListCodeReply list() {
    return server
        .publication(mallory)
        .list(ListCodeRequest.newBuilder().setIncludeWithdrawn(true).build());
  }

  /** Stores withdrawn codes with digests 1, 2, …; the one with the highest was withdrawn last. */
  private void storeWithdrawn(int count) throws SQLException {
    String numbers =
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " + count + ") ";
    server.sql(
        numbers
            + "INSERT INTO code (digest, entry_class, size_bytes, bundle)"
            + " SELECT printf('%064x', i), entry_class, size_bytes, bundle FROM code, n");
    server.sql(
        numbers
            + "INSERT INTO publication (digest, publisher, name, published_at, published_version,"
            + " withdrawn_at, statement) SELECT printf('%064x', i), publisher, name, published_at,"
            + " i + 10, i, statement FROM publication, n");
  }

  private void storeEarlier(int count) throws SQLException {
    server.sql(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < "
            + count
            + ") INSERT INTO earlier_publication (digest, publisher, name, published_at,"
            + " published_version, withdrawn_at, statement) SELECT digest, publisher, name,"
            + " published_at, -i, 5, statement FROM publication, n");
  }

  private static String digest(int number) {
    return "%064x".formatted(number);
  }

  @Test
  void shouldRefusePublicationsBeyondThePublishersQuotaWhenAllButOneAreWithdrawn()
      throws Exception {
    storeEarlier(40);
    storeWithdrawn(16 * TestCodeServer.MAX_CODES - 40 - 2);
    server.sql("UPDATE catalogue SET version = 1000");
    publish("last", TestBundles.admissible("last"));
    StatusRuntimeException refused =
        assertThrows(
            StatusRuntimeException.class,
            () -> publish("further", TestBundles.admissible("further")));
    assertEquals(
        "RESOURCE_EXHAUSTED: rosa://17/user/mallory has 80 publications, withdrawn ones included,"
            + " as many as one publisher may have: ask the operator",
        refused.getMessage());
  }

  @Test
  void shouldListWhatStandsAndTheLastWithdrawnWhenMoreWereWithdrawn() throws Exception {
    storeWithdrawn(LISTED_WITHDRAWN + 6);
    List<CodeDescription> listed = list().getCodesList();
    assertEquals(1 + LISTED_WITHDRAWN, listed.size());
    assertEquals(Messages.bytes(CodeDigest.ofBundle(bundle)), listed.get(0).getDigest());
    assertEquals(
        Messages.bytes(CodeDigest.ofHex(digest(LISTED_WITHDRAWN + 6))), listed.get(1).getDigest());
    assertEquals(6, list().getLeftOut());
    assertEquals(
        0, server.publication(mallory).list(ListCodeRequest.getDefaultInstance()).getLeftOut());
    List<String> said = server.administer(0, "code", "list", "--all");
    assertEquals(1 + 1 + LISTED_WITHDRAWN + 1, said.size());
    assertEquals("6 more that were withdrawn before are not shown", said.get(said.size() - 1));
  }

  @Test
  void shouldTakeAllOfTheNameWhenTheOperatorWithdrawsMoreThanOneListHolds() throws Exception {
    storeWithdrawn(LISTED_WITHDRAWN + 1);
    server.administer(0, "code", "withdraw", "--all", "stands");
    assertEquals(
        String.valueOf(LISTED_WITHDRAWN + 2), server.sql("SELECT COUNT(*) FROM barred_code"));
  }

  @Test
  void shouldServeRoutersAndRefuseFurtherCallsWhenOnePublisherHasFourInProgress() throws Exception {
    ManagedChannel channel = server.channel(mallory);
    CountDownLatch refused = new CountDownLatch(1);
    List<ClientCall<?, ?>> calls = new ArrayList<>();
    for (int i = 0; i <= LIST_CALLS; i++) {
      calls.add(
          TestCodeServer.beginWithoutRequest(
              channel, CodePublicationGrpc.getListMethod(), refused));
    }
    // It does not count, and the headers of the calls above leave with it.
    assertThrows(
        StatusRuntimeException.class,
        () ->
            CodeDistributionGrpc.newBlockingStub(channel)
                .fetchCode(FetchCodeRequest.getDefaultInstance()));
    assertTrue(refused.await(2, TimeUnit.MINUTES));
    for (String method : List.of("Publish", "List", "Show")) {
      StatusRuntimeException further =
          assertThrows(StatusRuntimeException.class, () -> ask(method));
      assertEquals(
          "RESOURCE_EXHAUSTED: rosa://17/user/mallory has 4 calls of Publish, List, Show, Withdraw"
              + " in progress, as many as this server allows one identity",
          further.getMessage());
    }
    FetchCodeRequest fetch =
        FetchCodeRequest.newBuilder()
            .setDigest(Messages.bytes(CodeDigest.ofBundle(bundle)))
            .build();
    assertEquals(
        bundle.length,
        server.distribution(server.domain.router("r1")).fetchCode(fetch).getBundle().size());
    calls.forEach(call -> call.cancel("enough", null));
    assertEquals(1, listWhenPlaceIsFree());
  }

  private void ask(String method) {
    switch (method) {
      case "Publish" -> publish("further", TestBundles.admissible("further"));
      case "List" -> list();
      default ->
          server.publication(mallory).show(ShowCodeRequest.newBuilder().setCode("stands").build());
    }
  }

  private int listWhenPlaceIsFree() throws InterruptedException {
    while (true) {
      try {
        return list().getCodesCount();
      } catch (StatusRuntimeException e) {
        assertEquals(Status.Code.RESOURCE_EXHAUSTED, e.getStatus().getCode());
        TimeUnit.MILLISECONDS.sleep(20);
      }
    }
  }
}
