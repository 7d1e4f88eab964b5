package dev.rosa.codeserver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.rosa.codeserver.catalogue.StateRepository;
import dev.rosa.codeserver.catalogue.StateStatus;
import dev.rosa.config.StorageLocation;
import dev.rosa.control.ControlChannel;
import dev.rosa.control.v1.Catalogue;
import dev.rosa.control.v1.FetchRevocationsRequest;
import dev.rosa.control.v1.SignedState;
import dev.rosa.control.v1.StateStatement;
import dev.rosa.domainstate.Revoked;
import dev.rosa.domainstate.SegmentName;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.keys.CodeDigest;
import dev.rosa.storage.Storage;
import dev.rosa.testkit.CapturedLog;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** The state of the domain: taken from the Authorization Server, carried to routers. */
final class CarriedStateTest {

  private static final byte[] ONE = OfferedStates.segment(new Revoked.Session(1));
  private static final byte[] TWO =
      OfferedStates.segment(new Revoked.Session(2), new Revoked.Session(3));

  @TempDir Path directory;
  private TestCodeServer server;
  private Identity r1;
  private OfferedStates as1;

  @BeforeEach
  void start() throws Exception {
    server = new TestCodeServer(directory);
    r1 = server.domain.router("r1");
    as1 = new OfferedStates(server, server.domain.authorizationServer("as1"));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private CatalogueWatch watch() {
    return CatalogueWatch.open(server.channel(r1), r1.nodeId());
  }

  private List<byte[]> fetch(byte[]... segments) {
    FetchRevocationsRequest.Builder request = FetchRevocationsRequest.newBuilder();
    for (byte[] segment : segments) {
      request.addSegments(ByteString.copyFrom(SegmentName.ofSegment(segment).toBytes()));
    }
    return server.distribution(r1).fetchRevocations(request.build()).getSegmentsList().stream()
        .map(ByteString::toByteArray)
        .toList();
  }

  private static String refusal(Status.Code expected, Executable call) {
    Status refused = assertThrows(StatusRuntimeException.class, call).getStatus();
    assertEquals(expected, refused.getCode(), refused.getDescription());
    return refused.getDescription();
  }

  @Test
  void shouldSendCatalogueWithoutStateWhileThereIsNone() throws Exception {
    assertFalse(watch().next().hasState());
  }

  @Test
  void shouldSendStateInCatalogueOnceEverySegmentIsHere() throws Exception {
    CatalogueWatch watch = watch();
    Catalogue before = watch.next();
    SignedState state = as1.signed(7, ONE, TWO);
    assertEquals(List.of(SegmentName.ofSegment(ONE), SegmentName.ofSegment(TWO)), as1.offer(state));
    as1.send(ONE);
    assertEquals(List.of(SegmentName.ofSegment(TWO)), as1.offer(state));
    refusal(Status.Code.NOT_FOUND, () -> fetch(ONE));
    as1.send(TWO);
    assertEquals(List.of(), as1.offer(state));
    Catalogue carrying = watch.next();
    assertEquals(state, carrying.getState());
    assertTrue(carrying.getVersion() > before.getVersion());
    List<byte[]> segments = fetch(TWO, ONE);
    assertArrayEquals(TWO, segments.get(0));
    assertArrayEquals(ONE, segments.get(1));
  }

  @Test
  void shouldChangeNothingWhenTheSameStateIsOfferedAgain() throws Exception {
    SignedState state = as1.carry(7, ONE);
    String version = server.sql("SELECT version FROM catalogue");
    assertEquals(List.of(), as1.offer(state));
    assertEquals(version, server.sql("SELECT version FROM catalogue"));
  }

  @Test
  void shouldRefuseOlderStateAlsoAfterARestart() throws Exception {
    // Numbers are unsigned.
    as1.carry(-5);
    SignedState older = as1.signed(5);
    server.restart();
    assertEquals(
        "state 5 of the domain is older than 18446744073709551611, which was taken before",
        refusal(Status.Code.FAILED_PRECONDITION, () -> as1.offer(older)));
  }

  @Test
  void shouldRefuseStateThatIsOlderThanOneThatWaits() throws Exception {
    as1.carry(7);
    as1.offer(as1.signed(9, ONE));
    SignedState older = as1.signed(8);
    refusal(Status.Code.FAILED_PRECONDITION, () -> as1.offer(older));
    assertEquals("7", server.sql("SELECT number FROM domain_state WHERE carried = 1"));
  }

  @Test
  void shouldRefuseAnotherStateWithTheSameNumber() {
    as1.carry(7);
    SignedState other = as1.signed(7, ONE);
    assertEquals(
        "another state of the domain with number 7 was taken before",
        refusal(Status.Code.FAILED_PRECONDITION, () -> as1.offer(other)));
  }

  @Test
  void shouldRefuseStateThatNoAuthorizationServerSigned() {
    SignedState forged = new OfferedStates(server, r1).signed(7);
    try (CapturedLog log = CapturedLog.of("dev.rosa.codeserver")) {
      String reason = refusal(Status.Code.PERMISSION_DENIED, () -> as1.offer(forged));
      assertTrue(reason.startsWith("the domain's state was signed by rosa://17/router/r1"), reason);
      assertEquals(
          1, log.linesWith("WARN refused the domain's state by=rosa://17/as/as1 reason=").size());
    }
    SignedState changed =
        as1.signed(7).toBuilder().setContents(ByteString.copyFromUtf8("x")).build();
    refusal(Status.Code.INVALID_ARGUMENT, () -> as1.offer(changed));
  }

  @Test
  void shouldTakeStatesFromAuthorizationServersOnly() {
    OfferedStates router = new OfferedStates(server, r1);
    SignedState state = as1.signed(7);
    refusal(Status.Code.PERMISSION_DENIED, () -> router.offer(state));
  }

  @Test
  void shouldRefuseSegmentThatTheStateDoesNotName() throws Exception {
    refusal(Status.Code.ABORTED, () -> as1.send(ONE));
    as1.offer(as1.signed(7, ONE));
    refusal(Status.Code.ABORTED, () -> as1.send(ONE, TWO));
    assertEquals("0", server.sql("SELECT count(*) FROM revocation_segment"));
  }

  @Test
  void shouldRefuseSegmentThatCannotBeRead() throws Exception {
    byte[] unknown = {0x7a, 1, 'x'};
    as1.offer(as1.signed(7, unknown));
    assertEquals(
        "a segment of revocations has fields that are not known",
        refusal(Status.Code.INVALID_ARGUMENT, () -> as1.send(unknown)));
    refusal(Status.Code.INVALID_ARGUMENT, as1::send);
    refusal(
        Status.Code.INVALID_ARGUMENT,
        () -> as1.send(Stream.generate(() -> ONE).limit(17).toArray(byte[][]::new)));
  }

  @Test
  void shouldForgetSegmentsThatNoStateNames() throws Exception {
    as1.carry(7, ONE);
    as1.offer(as1.signed(8, TWO));
    as1.send(TWO);
    assertEquals("2", server.sql("SELECT count(*) FROM revocation_segment"));
    as1.offer(as1.signed(9, OfferedStates.segment(new Revoked.Session(4))));
    assertEquals("1", server.sql("SELECT count(*) FROM revocation_segment"), "two came for 8");
    assertArrayEquals(ONE, fetch(ONE).get(0));
    as1.carry(10);
    assertEquals("0", server.sql("SELECT count(*) FROM revocation_segment"));
    refusal(Status.Code.NOT_FOUND, () -> fetch(ONE));
  }

  @Test
  void shouldTakeLargeSegments() {
    Random random = new Random(1);
    byte[][] segments = Stream.generate(() -> largest(random)).limit(16).toArray(byte[][]::new);
    as1.offer(as1.signed(7, segments));
    as1.send(segments);
    as1.carry(7 + 1, segments);
    assertEquals(16, fetch(segments).size());
  }

  private static byte[] largest(Random random) {
    return OfferedStates.segment(
        Stream.generate(() -> new Revoked.Epochs(code(random), -1))
            .limit(1_000)
            .toArray(Revoked.Subject[]::new));
  }

  private static CodeDigest code(Random random) {
    byte[] digest = new byte[CodeDigest.BYTES];
    random.nextBytes(digest);
    return CodeDigest.of(digest);
  }

  @Test
  void shouldRefuseFetchOfNoSegmentOrOfTooMany() {
    refusal(Status.Code.INVALID_ARGUMENT, this::fetch);
    byte[][] many = Stream.generate(() -> ONE).limit(17).toArray(byte[][]::new);
    assertEquals(
        "17 segments, expected 1 to 16", refusal(Status.Code.INVALID_ARGUMENT, () -> fetch(many)));
    refusal(
        Status.Code.INVALID_ARGUMENT,
        () ->
            server
                .distribution(r1)
                .fetchRevocations(
                    FetchRevocationsRequest.newBuilder()
                        .addSegments(ByteString.copyFromUtf8("short"))
                        .build()));
  }

  @Test
  void shouldCarryStateAtEveryInstanceOnTheSameStorage() throws Exception {
    try (RunningCodeServer other =
        RunningCodeServer.start(
            new CodeServerSetup(server.config(), server.self), InstantSource.system())) {
      ManagedChannel channel = ControlChannel.open(other.address(), r1, Role.CODESERVER);
      CatalogueWatch watch = CatalogueWatch.open(channel, r1.nodeId());
      assertFalse(watch.next().hasState());
      SignedState state = as1.carry(7, ONE);
      assertEquals(state, watch.next().getState());
      channel.shutdownNow();
    }
  }

  @Test
  void shouldShowNumberAgeAndRevocations() throws Exception {
    try (Storage storage =
        Storage.open(StorageLocation.of(server.storage), CodeRepository.TABLES)) {
      SignedState signed = as1.signed(7, ONE, TWO);
      Instant issuedAt = issuedAt(signed);
      StateStatus status =
          new StateStatus(new StateRepository(storage), () -> issuedAt.plusSeconds(61));
      status.look();
      assertEquals(figures(0, 0, 0, 0), status.counts().read().get());
      as1.offer(signed);
      as1.send(ONE, TWO);
      as1.offer(signed);
      status.look();
      assertEquals(figures(7, 61, -1, 3), status.counts().read().get());
    }
  }

  private static Map<String, Long> figures(long number, long age, long left, long revocations) {
    return Map.of(
        "number", number,
        "ageSeconds", age,
        "secondsLeft", left,
        "issuedAhead", 0L,
        "revocations", revocations);
  }

  @Test
  void shouldTellOnceThatStatesWereIssuedAheadOfItsClock() throws Exception {
    try (Storage storage = Storage.open(StorageLocation.of(server.storage), CodeRepository.TABLES);
        CapturedLog log = CapturedLog.of("dev.rosa")) {
      AtomicReference<Instant> now = new AtomicReference<>();
      StateStatus status = new StateStatus(new StateRepository(storage), now::get);
      for (int number = 7; number <= 9; number++) {
        SignedState signed = as1.carry(number, ONE);
        now.set(issuedAt(signed).minusSeconds(number == 9 ? 0 : 6));
        status.look();
        status.look();
      }
      assertEquals(2, status.counts().read().get().get("issuedAhead"));
      assertEquals(1, log.linesWith("WARN the state of the domain was issued at").size());
      assertEquals(1, log.linesWith("INFO the state of the domain is not ahead").size());
    }
  }

  private static Instant issuedAt(SignedState signed) throws Exception {
    StateStatement statement = StateStatement.parseFrom(signed.getSigned().getStatement());
    return Instant.ofEpochMilli(statement.getIssuedAt());
  }
}
