package dev.rosa.router.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.rosa.config.HostPort;
import dev.rosa.control.v1.Catalogue;
import dev.rosa.control.v1.FetchRevocationsReply;
import dev.rosa.control.v1.SignedState;
import dev.rosa.domainstate.DomainStates;
import dev.rosa.domainstate.RevocationSegments;
import dev.rosa.domainstate.Revoked;
import dev.rosa.domainstate.SegmentName;
import dev.rosa.domainstate.StateContent;
import dev.rosa.identity.Identity;
import dev.rosa.identity.TestDomain;
import dev.rosa.router.catalogue.Verdict.Lacking;
import dev.rosa.router.catalogue.Verdict.Refused;
import dev.rosa.router.catalogue.Verdict.Taken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Catalogues that a router takes or refuses for the state of the domain that comes with them. */
class StateIntakeTest extends StateIntakeRig {

  private StateIntake intake() throws IOException {
    return intake(KeptState.none());
  }

  private Path folder() {
    return directory.resolve("r1.state");
  }

  private static byte[] segment(long... sessions) {
    return RevocationSegments.write(
        Arrays.stream(sessions)
            .mapToObj(session -> new Revoked(new Revoked.Session(session), 0))
            .toList());
  }

  private static StateContent naming(Set<Integer> epochs, byte[]... segments) {
    return new StateContent(
        Map.of(CODE, epochs), Arrays.stream(segments).map(SegmentName::ofSegment).toList());
  }

  private SignedState state(long number, StateContent content) {
    return state(server, number, content);
  }

  private SignedState state(Identity signer, long number, StateContent content) {
    return DomainStates.sign(signer, number, now, now.plus(LIFE), content).signed();
  }

  private Catalogue catalogue(SignedState state) {
    return ScriptedCodeServer.catalogue(++version, CODE).toBuilder().setState(state).build();
  }

  private static FetchRevocationsReply reply(byte[]... segments) {
    return FetchRevocationsReply.newBuilder()
        .addAllSegments(Arrays.stream(segments).map(ByteString::copyFrom).toList())
        .build();
  }

  private static void assertRefused(RefusalReason reason, String text, Verdict verdict) {
    Refused refused = assertInstanceOf(Refused.class, verdict);
    assertEquals(reason, refused.reason());
    assertTrue(refused.text().contains(text), refused.text());
    assertEquals(1, refused.text().lines().count());
  }

  private static void assertTaken(Verdict verdict) {
    assertInstanceOf(Taken.class, verdict, verdict.toString());
  }

  @Test
  void shouldTakeOnlyEpochsThatCodeServerAndStateName() throws Exception {
    StateIntake intake = intake();
    Catalogue message = catalogue(state(5, naming(Set.of(7, 8))));
    assertTaken(
        intake.offer(
            SERVER,
            message.toBuilder()
                .setEntries(0, message.getEntries(0).toBuilder().addEpochs(9).addEpochs(8))
                .build()));
    assertEquals(List.of(7, 8), intake.inForce().catalogue().entries().get(0).epochs());
    assertEquals(5, intake.inForce().state().number());
  }

  @Test
  void shouldRefuseCatalogueWithoutStateOrWithOneThatDoesNotHold() throws Exception {
    StateIntake intake = intake();
    SignedState good = state(5, naming(Set.of(7)));
    assertTaken(intake.offer(SERVER, catalogue(good)));
    InForce before = intake.inForce();
    assertRefused(
        RefusalReason.NO_STATE,
        "it has no signed state",
        intake.offer(SERVER, ScriptedCodeServer.catalogue(9, CODE)));
    List<SignedState> bad =
        List.of(
            SignedState.getDefaultInstance(),
            state(domain.codeServer("cs1"), 6, naming(Set.of(7))),
            state(domain.router("r1"), 6, naming(Set.of(7))),
            state(
                TestDomain.in(directory.resolve("other")).authorizationServer("as1"),
                6,
                naming(Set.of(7))),
            good.toBuilder().setContents(state(6, naming(Set.of(9))).getContents()).build());
    for (SignedState each : bad) {
      assertRefused(
          RefusalReason.BAD_STATE, "does not hold: ", intake.offer(SERVER, catalogue(each)));
    }
    assertSame(before, intake.inForce());
    assertEquals(bad.size(), intake.refused(RefusalReason.BAD_STATE));
    assertEquals(1, intake.refused(RefusalReason.NO_STATE));
  }

  @Test
  void shouldLetAnUnsignedVersionCountOnlyAsLongAsTheStateThatItCameWith() throws Exception {
    StateIntake intake = intake();
    SignedState five = state(5, naming(Set.of(7)));
    Catalogue honest = catalogue(five);
    assertTaken(intake.offer(SERVER, catalogue(five).toBuilder().setVersion(-1).build()));
    assertRefused(
        RefusalReason.OLDER_CATALOGUE, "older than 1844674", intake.offer(SERVER, honest));
    now = now.plus(LIFE).plus(SKEW);
    Catalogue later = honest.toBuilder().setState(state(6, naming(Set.of(7)))).build();
    assertRefused(RefusalReason.OLDER_CATALOGUE, "counts until", intake.offer(SERVER, later));
    now = now.plusMillis(1);
    assertTaken(intake.offer(SERVER, later));
    assertEquals(6, intake.inForce().state().number());
  }

  @Test
  void shouldLetAnUnsignedVersionBindNoOtherServer() throws Exception {
    StateIntake intake = intake();
    SignedState five = state(5, naming(Set.of(7)));
    Catalogue honest = catalogue(five);
    HostPort other = HostPort.parse("127.0.0.1:2");
    assertTaken(intake.offer(other, catalogue(five).toBuilder().setVersion(-1).build()));
    assertTaken(intake.offer(SERVER, honest));
    assertTaken(intake.offer(SERVER, honest.toBuilder().setVersion(9).build()));
    Catalogue before = honest.toBuilder().setVersion(8).build();
    assertRefused(RefusalReason.OLDER_CATALOGUE, "older than 9", intake.offer(SERVER, before));
    Catalogue stolen = honest.toBuilder().setState(state(4, naming(Set.of(7)))).build();
    assertRefused(RefusalReason.OLDER_STATE, "older than", intake.offer(other, stolen));
  }

  @Test
  void shouldNeverGoBackToAnOlderStateAndTakeTheSameOneAgain() throws Exception {
    StateIntake intake = intake();
    SignedState five = state(5, naming(Set.of(7)));
    SignedState older = state(-1L >>> 1, naming(Set.of(7)));
    SignedState highest = state(-1, naming(Set.of(7)));
    assertTaken(intake.offer(SERVER, catalogue(five)));
    assertTaken(intake.offer(SERVER, catalogue(five)));
    assertTaken(intake.offer(SERVER, catalogue(highest)));
    assertRefused(
        RefusalReason.OLDER_STATE, "older than 1844674", intake.offer(SERVER, catalogue(older)));
    assertRefused(
        RefusalReason.CONFLICTING_STATE,
        "not the one that this router has with that number",
        intake.offer(SERVER, catalogue(state(-1, naming(Set.of(7, 8))))));
    assertTaken(intake.offer(SERVER, catalogue(highest)));
  }

  @Test
  void shouldTellAnOlderStateOnItsWayFromOneThatHasEnded() throws Exception {
    StateIntake intake = intake();
    SignedState five = state(5, naming(Set.of(7)));
    now = start.plusSeconds(60);
    assertTaken(intake.offer(SERVER, catalogue(state(6, naming(Set.of(7))))));
    assertTrue(((Refused) intake.offer(SERVER, catalogue(five))).mayPass());
    now = start.plus(LIFE);
    assertFalse(((Refused) intake.offer(SERVER, catalogue(five))).mayPass());
  }

  @Test
  void shouldTakeNothingBeforeAllRevocationsAreThere() throws Exception {
    StateIntake intake = intake();
    byte[] one = segment(1, 2);
    byte[] two = segment(3);
    Catalogue message = catalogue(state(5, naming(Set.of(7), one, two)));
    Lacking lacking = assertInstanceOf(Lacking.class, intake.offer(SERVER, message));
    assertEquals(
        List.of(SegmentName.ofSegment(one), SegmentName.ofSegment(two)), lacking.segments());
    assertSame(InForce.NOTHING, intake.inForce());
    assertNull(intake.add(lacking.segments().subList(0, 1), reply(one)));
    assertEquals(
        lacking.segments().subList(1, 2), ((Lacking) intake.offer(SERVER, message)).segments());
    assertNull(intake.add(lacking.segments().subList(1, 2), reply(two)));
    assertTaken(intake.offer(SERVER, message));
    Revocations revocations = intake.inForce().catalogue().revocations();
    assertEquals(3, revocations.sessions());
    assertTrue(revocations.coverSession(3));
    byte[] three = segment(4);
    Catalogue next = catalogue(state(6, naming(Set.of(7), two, three)));
    assertEquals(
        List.of(SegmentName.ofSegment(three)), ((Lacking) intake.offer(SERVER, next)).segments());
  }

  @Test
  void shouldRefuseSegmentsThatWereNotAskedForOrAreNotUnderstood() throws Exception {
    StateIntake intake = intake();
    byte[] unknown = {(byte) 0xba, 0x3e, 1, 1};
    Catalogue message = catalogue(state(5, naming(Set.of(7), segment(1), unknown)));
    List<SegmentName> asked = ((Lacking) intake.offer(SERVER, message)).segments();
    assertRefused(
        RefusalReason.BAD_SEGMENT, "asked for 2 segments", intake.add(asked, reply(segment(1))));
    assertRefused(
        RefusalReason.BAD_SEGMENT,
        "not the one asked for",
        intake.add(asked, reply(segment(2), unknown)));
    assertRefused(
        RefusalReason.BAD_SEGMENT,
        "fields that are not known",
        intake.add(asked, reply(segment(1), unknown)));
    assertInstanceOf(Lacking.class, intake.offer(SERVER, message));
  }

  @Test
  void shouldKeepCatalogueAndRevocationsAsTheyAreWhenAStateIsOnlySignedAnew() throws Exception {
    StateIntake intake = intake();
    byte[] one = segment(1);
    StateContent content = naming(Set.of(7), one);
    Catalogue first = catalogue(state(5, content));
    assertNull(intake.add(((Lacking) intake.offer(SERVER, first)).segments(), reply(one)));
    assertTaken(intake.offer(SERVER, first));
    var before = intake.inForce().catalogue();
    assertTaken(intake.offer(SERVER, catalogue(state(6, content))));
    assertSame(before, intake.inForce().catalogue());
    assertEquals(6, intake.inForce().state().number());
    assertEquals(version, intake.inForce().version());
    assertTaken(intake.offer(SERVER, catalogue(state(7, naming(Set.of(8), one)))));
    assertNotSame(before, intake.inForce().catalogue());
    assertSame(before.revocations(), intake.inForce().catalogue().revocations());
    assertTaken(intake.offer(SERVER, catalogue(state(8, naming(Set.of(8))))));
    assertSame(Revocations.NONE, intake.inForce().catalogue().revocations());
  }

  @Test
  void shouldBeStaleWhenTheStateHasEndedWithItsSkew() throws Exception {
    StateIntake intake = intake();
    assertFalse(intake.isStale());
    assertTaken(intake.offer(SERVER, catalogue(state(5, naming(Set.of(7))))));
    now = start.plus(LIFE).plus(SKEW);
    assertFalse(intake.isStale());
    now = now.plusMillis(1);
    assertTrue(intake.isStale());
    assertTaken(intake.offer(SERVER, catalogue(state(6, naming(Set.of(7))))));
    assertFalse(intake.isStale());
  }

  @Test
  void shouldTakeNoOlderStateAfterARestartAndFetchNoSegmentAgain() throws Exception {
    byte[] one = segment(1);
    StateIntake first = intake(KeptState.open(folder()));
    Catalogue message = catalogue(state(6, naming(Set.of(7), one)));
    assertNull(first.add(((Lacking) first.offer(SERVER, message)).segments(), reply(one)));
    assertTaken(first.offer(SERVER, message));

    now = start.plus(Duration.ofDays(400));
    StateIntake second = intake(KeptState.open(folder()));
    assertEquals(6, second.inForce().state().number());
    assertFalse(second.inForce().hasCatalogue());
    assertTrue(second.isStale(), "what was kept has ended");
    now = start;
    assertRefused(
        RefusalReason.OLDER_STATE,
        "its state 5",
        second.offer(SERVER, catalogue(state(5, naming(Set.of(7), one)))));
    assertTaken(second.offer(SERVER, catalogue(state(7, naming(Set.of(7, 8), one)))));
    assertEquals(1, second.inForce().catalogue().revocations().sessions());
    assertTaken(second.offer(SERVER, catalogue(state(8, naming(Set.of(7))))));
    assertEquals(List.of("state"), files());
  }

  private List<String> files() throws IOException {
    try (var files = Files.list(folder())) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void shouldFetchASegmentAgainWhoseFileWasChanged() throws Exception {
    byte[] one = segment(1);
    StateIntake first = intake(KeptState.open(folder()));
    Catalogue message = catalogue(state(6, naming(Set.of(7), one)));
    assertNull(first.add(((Lacking) first.offer(SERVER, message)).segments(), reply(one)));
    assertTaken(first.offer(SERVER, message));
    Files.write(folder().resolve(SegmentName.ofSegment(one).toString()), segment(2));
    StateIntake second = intake(KeptState.open(folder()));
    assertInstanceOf(Lacking.class, second.offer(SERVER, message));
  }

  @Test
  void shouldNotStartWithAKeptStateThatDoesNotHold() throws Exception {
    assertTaken(
        intake(KeptState.open(folder())).offer(SERVER, catalogue(state(6, naming(Set.of(7))))));
    Path file = folder().resolve("state");
    byte[] good = Files.readAllBytes(file);
    byte[] changed = good.clone();
    changed[changed.length - 1] ^= 1;
    byte[][] bad = {{}, Arrays.copyOf(good, 20), Arrays.copyOf(good, 40), changed};
    for (byte[] each : bad) {
      Files.write(file, each);
      String message =
          assertThrows(IOException.class, () -> intake(KeptState.open(folder()))).getMessage();
      assertTrue(message.startsWith(file + ": "), message);
      assertTrue(message.endsWith("; remove the folder to begin without a state"), message);
    }
  }
}
