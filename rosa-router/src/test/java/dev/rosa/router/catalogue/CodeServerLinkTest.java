package dev.rosa.router.catalogue;

import static dev.rosa.router.catalogue.ScriptedCodeServer.catalogue;
import static dev.rosa.router.catalogue.ScriptedCodeServer.publication;
import static dev.rosa.router.catalogue.ScriptedCodeServer.refusal;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.rosa.control.Backoff;
import dev.rosa.control.v1.FetchCodeReply;
import dev.rosa.control.v1.FetchSecretReply;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.Identity;
import dev.rosa.identity.TestDomain;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import dev.rosa.router.catalogue.CodeSource.Answer;
import dev.rosa.router.catalogue.CodeSource.Outcome;
import dev.rosa.testkit.Await;
import io.grpc.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CodeServerLinkTest extends CodeServerLinkRig {

  private static dev.rosa.control.v1.Catalogue ofAnotherStorage(
      dev.rosa.control.v1.Catalogue catalogue) {
    return catalogue.toBuilder().setStore(catalogue.getStore() + 1).build();
  }

  @Test
  void shouldFollowTheCatalogueOfAStorageAndNeverGoBack() throws Exception {
    server.catalogue = catalogue(7, CODE);
    CodeServerLink link = connected();
    assertEquals(7, link.inForce().version());
    assertEquals(router.nodeId(), server.watchedNodeId);
    Catalogue.Entry entry = link.catalogue().find(CODE.codeId().high(), CODE.codeId().low());
    assertEquals("sample", entry.name());
    assertTrue(entry.permitted());
    assertTrue(entry.epochs().contains(7));

    server.push(catalogue(8));
    Await.until("the new catalogue is told", () -> log.lines().size() > 1);
    assertEquals(8, link.inForce().version());
    server.push(catalogue(7, CODE));
    Await.until("the refusal is told", () -> log.lines().size() > 2);
    assertEquals(8, link.inForce().version());
    assertEquals(
        List.of(
            "INFO catalogue 7: 1 code from " + server.address(),
            "INFO catalogue 8: 0 codes from " + server.address(),
            "ERROR code server %s is refused by this router: its catalogue 7 is older than 8, which came from its storage before and counts until the domain's state that it came with has ended; trying again, catalogue 8 stays"
                .formatted(server.address())),
        log.lines());
  }

  @Test
  void shouldTakeTheCatalogueOfAnotherCodeServerWhateverVersionTheFirstOneStated()
      throws Exception {
    server.catalogue = catalogue(-1, CODE);
    ScriptedCodeServer other = new ScriptedCodeServer(domain, "cs2").start();
    other.catalogue = catalogue(6);
    backoff = new Backoff(new Random(1), 100);
    try {
      CodeServerLink link = link(server.address(), other.address());
      assertNull(link.awaitCatalogue(PATIENCE));
      server.stop();
      Await.until("the other one is taken", () -> link.inForce().version() == 6);
      assertEquals(List.of(), log.linesWith("ERROR"));
    } finally {
      other.close();
    }
  }

  @Test
  void shouldKeepCatalogueAndComeBackWhenCodeServerBeginsAnew() throws Exception {
    server.catalogue = catalogue(7, CODE);
    CodeServerLink link = connected();
    Object before = link.server();
    server.stop();
    Await.until("the loss is told", () -> !log.linesWith("trying again").isEmpty());
    assertEquals(7, link.inForce().version());
    assertTrue(log.linesWith("catalogue 7 stays").size() >= 1, log.lines().toString());

    server.catalogue = ofAnotherStorage(catalogue(1, CODE));
    server.start();
    Await.until("the catalogue after the restart", () -> link.inForce().version() == 1);
    // What it refused before is asked of it again.
    assertNotSame(before, link.server());
    server.secret = FetchSecretReply.newBuilder().setKci(ByteString.copyFrom(new byte[32])).build();
    assertEquals(Outcome.FOUND, answer(link.fetchSecret(CODE, 7)).outcome());
  }

  @Test
  void shouldTakeTheFirstThatAnswersWhenThereAreSeveral() throws Exception {
    ScriptedCodeServer second = new ScriptedCodeServer(domain, "cs2").start();
    second.catalogue = catalogue(22);
    server.stop();
    try {
      CodeServerLink link = link(server.address(), second.address());
      assertNull(link.awaitCatalogue(PATIENCE));
      assertEquals(22, link.inForce().version());
      server.catalogue = ofAnotherStorage(catalogue(11));
      server.start();
      second.stop();
      Await.until("the preferred one again", () -> link.inForce().version() == 11);
    } finally {
      second.close();
    }
  }

  @Test
  void shouldSayBothFactsAndAskRarelyWhenNodeIdIsTaken() throws Exception {
    backoff = new Backoff(new Random(1), Duration.ofHours(1).toMillis());
    server.watchRefusal =
        refusal(Status.ALREADY_EXISTS, "node id 1 is in use by rosa://17/router/r9");
    CodeServerLink link = link(server.address());
    Await.until("the refusal is told", () -> !log.linesWith("ERROR").isEmpty());
    assertNotNull(link.awaitCatalogue(Duration.ofMillis(1_500)));
    List<String> errors = log.linesWith("ERROR");
    assertEquals(1, errors.size());
    assertTrue(errors.get(0).contains("rosa://17/router/r1 with node id " + router.nodeId()));
    assertTrue(errors.get(0).contains("in use by rosa://17/router/r9"), errors.get(0));
    assertEquals(1, server.watches.get());
  }

  @Test
  void shouldNotTalkToServerWhenItIsNoCodeServer() throws Exception {
    ScriptedCodeServer wrong =
        new ScriptedCodeServer(domain.authorizationServer("as1"), server.signer()).start();
    try {
      CodeServerLink link = link(wrong.address());
      Await.until("it is told", () -> !log.linesWith("not reachable").isEmpty());
      assertNotNull(link.awaitCatalogue(Duration.ofMillis(300)));
      assertEquals(0, wrong.watches.get());
    } finally {
      wrong.close();
    }
  }

  @Test
  void shouldKeepLastCatalogueWhenTheNextIsNone() throws Exception {
    server.catalogue = catalogue(7, CODE);
    CodeServerLink link = connected();
    Catalogue before = link.catalogue();
    server.push(
        dev.rosa.control.v1.Catalogue.newBuilder()
            .setVersion(8)
            .addEntries(
                dev.rosa.control.v1.CatalogueEntry.newBuilder()
                    .setDigest(ByteString.copyFromUtf8("short")))
            .build());
    Await.until("it is told", () -> !log.linesWith("its catalogue is none").isEmpty());
    assertSame(before, link.catalogue());
  }

  @Test
  void shouldBringSecretWhenItHas32Bytes() throws Exception {
    CodeServerLink link = connected();
    byte[] kci = new byte[32];
    Arrays.fill(kci, (byte) 9);
    server.secret = FetchSecretReply.newBuilder().setKci(ByteString.copyFrom(kci)).build();
    Answer<CodeSecret> found = answer(link.fetchSecret(CODE, 7));
    assertEquals(Outcome.FOUND, found.outcome());
    assertArrayEquals(kci, found.value().copyBytes());

    server.secret = FetchSecretReply.newBuilder().setKci(ByteString.copyFrom(kci, 0, 31)).build();
    Answer<CodeSecret> corrupt = answer(link.fetchSecret(CODE, 7));
    assertEquals(Outcome.CORRUPT, corrupt.outcome());
    assertEquals("the secret that came has 31 bytes", corrupt.detail());
  }

  @Test
  void shouldTellOutcomesApartByStatus() throws Exception {
    CodeServerLink link = connected();
    Object[][] expected = {
      {Status.NOT_FOUND, Outcome.UNKNOWN},
      {Status.PERMISSION_DENIED, Outcome.REFUSED},
      {Status.DATA_LOSS, Outcome.CORRUPT},
      {Status.INTERNAL, Outcome.UNAVAILABLE},
      {Status.RESOURCE_EXHAUSTED, Outcome.UNAVAILABLE},
    };
    for (Object[] row : expected) {
      server.fetchRefusal = refusal((Status) row[0], "because");
      assertEquals(row[1], answer(link.fetchCode(CODE)).outcome());
      assertEquals(row[1], answer(link.fetchSecret(CODE, 1)).outcome());
    }
    server.fetchRefusal = refusal(Status.NOT_FOUND, "epoch 1 is retired");
    assertEquals("epoch 1 is retired", answer(link.fetchSecret(CODE, 1)).detail());
  }

  private Answer<FetchedBundle> fetched(
      CodeServerLink link, byte[] bundle, SignedStatement publication) throws Exception {
    server.code =
        FetchCodeReply.newBuilder()
            .setBundle(ByteString.copyFrom(bundle))
            .setPublication(publication)
            .build();
    return answer(link.fetchCode(CODE));
  }

  @Test
  void shouldBringCodeWhenAcceptedPublisherSignedIt() throws Exception {
    CodeServerLink link = connected();
    Identity carol = domain.user("carol");
    Answer<FetchedBundle> found = fetched(link, BUNDLE, publication(carol, CODE, Instant.now()));
    assertEquals(Outcome.FOUND, found.outcome(), found.detail());
    assertArrayEquals(BUNDLE, found.value().jar().toByteArray());
    assertEquals(Set.of("carol"), found.value().publishers());
  }

  @Test
  void shouldBringCodeWhenAcceptedPublisherIsNotTheFirst() throws Exception {
    CodeServerLink link = connected();
    Instant now = Instant.now();
    SignedStatement his = publication(domain.user("mallory"), CODE, now);
    SignedStatement hers = publication(domain.user("carol"), CODE, now);
    server.code =
        FetchCodeReply.newBuilder()
            .setBundle(ByteString.copyFrom(BUNDLE))
            .setPublication(his)
            .addFurtherPublications(his)
            .addFurtherPublications(hers)
            .build();
    Answer<FetchedBundle> found = answer(link.fetchCode(CODE));
    assertEquals(Outcome.FOUND, found.outcome(), found.detail());
    server.code = server.code.toBuilder().clearFurtherPublications().build();
    assertEquals(Outcome.UNACCEPTED, answer(link.fetchCode(CODE)).outcome());
  }

  @Test
  void shouldTakeNoCodeThatNoAcceptedPublisherHasSigned() throws Exception {
    CodeServerLink link = connected();
    Identity carol = domain.user("carol");
    Identity mallory = domain.user("mallory");
    Identity foreign = TestDomain.in(directory.resolve("other"), 18).user("carol");
    CodeDigest other = CodeDigest.ofBundle(new byte[1]);
    Instant now = Instant.now();
    SignedStatement good = publication(carol, CODE, now);
    List<SignedStatement> bad =
        List.of(
            SignedStatement.getDefaultInstance(),
            publication(mallory, CODE, now),
            publication(mallory, carol.id().toString(), CODE, now),
            publication(foreign, CODE, now),
            publication(carol, other, now),
            publication(carol, CODE, now.plusSeconds(3_600)),
            publication(router, CODE, now),
            good.toBuilder().setSignature(ByteString.copyFromUtf8("none")).build(),
            good.toBuilder().setStatement(publication(mallory, CODE, now).getStatement()).build());
    for (SignedStatement publication : bad) {
      Answer<FetchedBundle> answer = fetched(link, BUNDLE, publication);
      assertEquals(Outcome.UNACCEPTED, answer.outcome());
      assertNull(answer.value());
      assertEquals(1, answer.detail().lines().count(), answer.detail());
    }
  }

  @Test
  void shouldRefuseBundleWhenItIsLargerThanAllowed() throws Exception {
    CodeServerLink link = connected();
    Identity carol = domain.user("carol");
    SignedStatement publication = publication(carol, CODE, Instant.now());
    Answer<FetchedBundle> larger = fetched(link, new byte[MAX_BUNDLE_BYTES + 1], publication);
    assertEquals(Outcome.CORRUPT, larger.outcome());
    assertEquals(
        "its bundle has 4097 bytes, more than the 4096 that are taken here", larger.detail());
    assertEquals(
        Outcome.CORRUPT, fetched(link, new byte[1 << 20], publication).outcome(), "unread");
  }

  @Test
  void shouldWaitLongerEachTimeButNeverLong() {
    Backoff backoff = new Backoff(new Random(3));
    long before = 0;
    for (int i = 0; i < 20; i++) {
      long millis = backoff.nextMillis();
      assertTrue(millis >= 187 && millis <= 6_250, "waits " + millis);
      before = Math.max(before, millis);
    }
    assertTrue(before > 3_000);
    backoff.reset();
    assertTrue(backoff.nextMillis() <= 313);
  }
}
