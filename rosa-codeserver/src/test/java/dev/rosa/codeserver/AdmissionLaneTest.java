package dev.rosa.codeserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.util.concurrent.ListenableFuture;
import dev.rosa.control.v1.CodeDescription;
import dev.rosa.control.v1.CodePublicationGrpc;
import dev.rosa.control.v1.FetchCodeRequest;
import dev.rosa.control.v1.ListCodeRequest;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Publications wait for each other; all other calls are answered meanwhile. */
final class AdmissionLaneTest {

  private static final RosaId SLOW = new RosaId(17, Role.USER, "slow");

  @TempDir Path directory;
  private TestCodeServer server;
  private Identity carol;
  private Identity mallory;
  private final CountDownLatch slowEnds = new CountDownLatch(1);

  @BeforeEach
  void start() throws Exception {
    server = new TestCodeServer(directory);
    carol = server.domain.user("carol");
    mallory = server.domain.user("mallory");
  }

  @AfterEach
  void stop() {
    slowEnds.countDown();
    server.close();
  }

  /** Stands for a bundle whose check takes long. */
  private void occupy() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    server
        .lane()
        .enter(
            SLOW,
            () -> {
              begun.countDown();
              await(slowEnds);
            });
    begun.await();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private ListenableFuture<CodeDescription> upload(ManagedChannel channel, String name) {
    return CodePublicationGrpc.newFutureStub(channel)
        .withDeadlineAfter(120, TimeUnit.SECONDS)
        .publish(TestCodeServer.request(mallory, name, TestBundles.admissible(name)));
  }

  @Test
  void shouldAnswerListsAndFetchesWhenManyPublicationsWait() throws Exception {
    byte[] served = TestBundles.admissible("served");
    server.publication(carol).publish(TestCodeServer.request(carol, "served", served));
    occupy();
    ManagedChannel channel = server.channel(mallory);
    List<ListenableFuture<CodeDescription>> uploads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      uploads.add(upload(channel, "upload" + i));
    }
    assertEquals(
        1, server.publication(carol).list(ListCodeRequest.getDefaultInstance()).getCodesCount());
    FetchCodeRequest fetch =
        FetchCodeRequest.newBuilder()
            .setDigest(Messages.bytes(CodeDigest.ofBundle(served)))
            .build();
    assertEquals(
        served.length,
        server.distribution(server.domain.router("r1")).fetchCode(fetch).getBundle().size());
    assertTrue(uploads.stream().noneMatch(AdmissionLaneTest::isAdmitted));
    slowEnds.countDown();
    assertEquals(
        AdmissionLane.MOST_PER_PUBLISHER,
        uploads.stream().filter(AdmissionLaneTest::isAdmittedInTheEnd).count());
  }

  private static boolean isAdmitted(ListenableFuture<CodeDescription> upload) {
    return upload.isDone() && isAdmittedInTheEnd(upload);
  }

  private static boolean isAdmittedInTheEnd(ListenableFuture<CodeDescription> upload) {
    try {
      return !upload.get().getName().isEmpty();
    } catch (ExecutionException e) {
      Status refusal = Status.fromThrowable(e);
      assertEquals(Status.Code.RESOURCE_EXHAUSTED, refusal.getCode());
      assertTrue(
          refusal.getDescription().startsWith("rosa://17/user/mallory has 4 calls of Publish")
              || refusal.getDescription().startsWith("2 bundles of rosa://17/user/mallory wait"),
          refusal.getDescription());
      return false;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void shouldRefuseWhenQueueIsFull() throws Exception {
    occupy();
    for (int i = 0; i < AdmissionLane.MOST_WAITING; i++) {
      server.lane().enter(new RosaId(17, Role.USER, "user" + i), () -> {});
    }
    StatusRuntimeException full =
        assertThrows(StatusRuntimeException.class, () -> server.lane().enter(carol.id(), () -> {}));
    assertEquals(
        "RESOURCE_EXHAUSTED: 8 bundles wait to be checked here already, publish this one later",
        full.getMessage());
  }

  @Test
  void shouldGoOnWhenAnAdmissionEndsInAnError() throws Exception {
    server
        .lane()
        .enter(
            carol.id(),
            () -> {
              throw new StackOverflowError("as a bundle's check may");
            });
    CountDownLatch next = new CountDownLatch(1);
    for (int i = 0; i < AdmissionLane.MOST_PER_PUBLISHER; i++) {
      server.lane().enter(mallory.id(), next::countDown);
    }
    next.await();
  }

  @Test
  void shouldGiveUpPlaceWhenCallIsCancelled() throws Exception {
    occupy();
    CountDownLatch ran = new CountDownLatch(1);
    for (int i = 0; i < 3 * AdmissionLane.MOST_WAITING; i++) {
      server.lane().enter(carol.id(), ran::countDown).leave();
    }
    slowEnds.countDown();
    CountDownLatch last = new CountDownLatch(1);
    server.lane().enter(carol.id(), last::countDown);
    last.await();
    assertEquals(1, ran.getCount());
    assertFalse(server.lane().isClosed());
  }
}
