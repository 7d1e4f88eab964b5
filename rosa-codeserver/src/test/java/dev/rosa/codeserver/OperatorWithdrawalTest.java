package dev.rosa.codeserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.control.v1.Catalogue;
import dev.rosa.control.v1.CodeDescription;
import dev.rosa.control.v1.ListCodeRequest;
import dev.rosa.control.v1.WithdrawCodeRequest;
import dev.rosa.identity.Identity;
import dev.rosa.keys.CodeDigest;
import dev.rosa.testkit.CapturedLog;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Code that the operator has withdrawn stays away until the operator allows it. */
final class OperatorWithdrawalTest {

  @TempDir Path directory;
  private TestCodeServer server;
  private Identity carol;
  private Identity mallory;
  private Identity r1;
  private final byte[] bundle = TestBundles.admissible("one");
  private final byte[] other = TestBundles.admissible("two");
  private final String digest = CodeDigest.ofBundle(bundle).hex();
  private final String otherDigest = CodeDigest.ofBundle(other).hex();

  @BeforeEach
  void start() throws Exception {
    server = new TestCodeServer(directory);
    carol = server.domain.user("carol");
    mallory = server.domain.user("mallory");
    r1 = server.domain.router("r1");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void publish(Identity publisher, String name, byte[] jar) {
    server.publication(publisher).publish(TestCodeServer.request(publisher, name, jar));
  }

  private CodeDescription withdraw(Identity publisher, String code) {
    return server
        .publication(publisher)
        .withdraw(WithdrawCodeRequest.newBuilder().setCode(code).build());
  }

  private int standing() {
    return server.publication(carol).list(ListCodeRequest.getDefaultInstance()).getCodesCount();
  }

  private static String barred(String hex) {
    return "digest " + hex + " is barred until 'code allow " + hex + "'";
  }

  private void assertBarred(Identity publisher, String name, byte[] jar) {
    try (CapturedLog log = CapturedLog.of("dev.rosa.codeserver")) {
      StatusRuntimeException refused =
          assertThrows(StatusRuntimeException.class, () -> publish(publisher, name, jar));
      String reason =
          "the operator withdrew code "
              + CodeDigest.ofBundle(jar).hex()
              + ", expected other code or the operator's 'code allow'";
      assertEquals(Status.Code.PERMISSION_DENIED, refused.getStatus().getCode());
      assertEquals(reason, refused.getStatus().getDescription());
      assertEquals(
          List.of(
              "WARN refused publication publisher=%s reason=\"%s\""
                  .formatted(publisher.id(), reason)),
          log.linesWith("WARN"));
    }
  }

  @Test
  void shouldWithdrawForAllAndTellRoutersWhenTheOperatorDoes() throws Exception {
    publish(carol, "transcoder", bundle);
    publish(mallory, "imitation", bundle);
    CatalogueWatch watch = CatalogueWatch.open(server.channel(r1), r1.nodeId());
    assertEquals(1, watch.next().getEntriesCount());
    assertTrue(server.administer(0, "code", "list").toString().contains(digest + " " + carol.id()));
    assertEquals(
        List.of(
            "code transcoder withdrawn, digest " + digest + ", published by rosa://17/user/carol",
            "code imitation withdrawn, digest " + digest + ", published by rosa://17/user/mallory",
            barred(digest)),
        server.administer(0, "code", "withdraw", "transcoder"));
    Catalogue pushed = watch.next();
    while (pushed.getEntriesCount() > 0) {
      pushed = watch.next();
    }
    assertEquals(1, server.administer(0, "code", "list").size());
    assertTrue(
        server
            .administer(0, "code", "list", "--all")
            .contains(
                "%-24s %s %s (withdrawn) (barred)".formatted("transcoder", digest, carol.id())));
    assertEquals(List.of(barred(digest)), server.administer(0, "code", "withdraw", "transcoder"));
    assertTrue(
        server
            .administer(1, "code", "withdraw", "nothing")
            .get(0)
            .contains("there is no code 'nothing'"));
  }

  @Test
  void shouldLogWhatTheOperatorBarsAndAllowsBesideTheServer() throws Exception {
    try (CapturedLog log = CapturedLog.of("dev.rosa.codeserver")) {
      server.administer(0, "code", "withdraw", digest);
      awaitLine(log, "INFO barred code=" + digest + " by=operator");
      server.administer(0, "code", "allow", digest);
      awaitLine(log, "INFO allowed code=" + digest + " by=operator");
    }
  }

  private static void awaitLine(CapturedLog log, String line) throws InterruptedException {
    for (int i = 0; !log.lines().contains(line); i++) {
      assertTrue(i < 6_000, () -> line + " is missing in " + log.lines());
      Thread.sleep(20);
    }
  }

  @Test
  void shouldTellAPublisherWhoElseKeepsAWithdrawnCodeInService() {
    publish(carol, "transcoder", bundle);
    publish(mallory, "imitation", bundle);

    CodeDescription withdrawn = withdraw(carol, "transcoder");

    assertEquals(List.of(mallory.id().toString()), withdrawn.getAlsoPublishedByList());
    assertEquals(List.of("r1", "r3"), withdrawn.getRoutersList());
    CodeDescription last = withdraw(mallory, "imitation");
    assertEquals(List.of(), last.getAlsoPublishedByList());
    assertEquals(List.of(), last.getRoutersList());
  }

  @Test
  void shouldRefuseBarredCodeFromAllPublishersUntilTheOperatorAllowsIt() throws Exception {
    publish(mallory, "hostile", bundle);
    server.administer(0, "code", "withdraw", "hostile");
    assertBarred(mallory, "hostile", bundle);
    assertBarred(carol, "hers", bundle);
    server.restart();
    assertBarred(mallory, "another", bundle);
    assertEquals(0, standing());
    assertEquals(
        List.of("digest " + digest + " is allowed: it may be published again"),
        server.administer(0, "code", "allow", digest.toUpperCase(Locale.ROOT)));
    publish(mallory, "hostile", bundle);
    assertEquals(1, standing());
    assertEquals(
        List.of(
            "rosa-codeserver code allow: digest "
                + digest
                + " is not barred, expected one that 'code list --all' shows as (barred)"),
        server.administer(1, "code", "allow", digest));
  }

  @Test
  void shouldRefuseUsageWhenWhatIsAllowedIsNoWholeDigest() throws Exception {
    List<String> said = server.administer(2, "code", "allow", digest.substring(0, 12));
    assertEquals(1, said.size(), said.toString());
    assertTrue(said.get(0).contains("expected a digest of 64 hexadecimal digits"), said.get(0));
  }

  @Test
  void shouldBarInAdvanceWhenDigestWasNeverPublished() throws Exception {
    assertEquals(List.of(barred(digest)), server.administer(0, "code", "withdraw", digest));
    assertTrue(
        server
            .administer(0, "code", "list", "--all")
            .contains("%-24s %s %s (barred)".formatted("-", digest, "-")));
    assertBarred(mallory, "hostile", bundle);
  }

  @Test
  void shouldNotBarWhenThePublisherWithdraws() {
    publish(carol, "counter", bundle);
    withdraw(carol, "counter");
    publish(mallory, "imitation", bundle);
    publish(carol, "counter", bundle);
    assertEquals(2, standing());
  }

  @Test
  void shouldSayWhichCodesStayUnderTheNameUnlessAllAreWithdrawn() throws Exception {
    publish(carol, "shared", bundle);
    publish(mallory, "shared", other);
    assertEquals(
        List.of(
            "code shared withdrawn, digest "
                + otherDigest
                + ", published by rosa://17/user/mallory",
            barred(otherDigest),
            "code shared stays in service, digest "
                + digest
                + ", published by rosa://17/user/carol"),
        server.administer(0, "code", "withdraw", "shared"));
    server.administer(0, "code", "allow", otherDigest);
    publish(mallory, "shared", other);
    assertEquals(
        List.of(
            "code shared withdrawn, digest "
                + otherDigest
                + ", published by rosa://17/user/mallory",
            barred(otherDigest),
            "code shared withdrawn, digest " + digest + ", published by rosa://17/user/carol",
            barred(digest)),
        server.administer(0, "code", "withdraw", "--all", "shared"));
    assertEquals(0, standing());
  }

  @Test
  void shouldBarCodeThatWasPublishedAgainUnderAnotherNameWhenAllOfTheNameAreWithdrawn()
      throws Exception {
    publish(mallory, "codec", bundle);
    withdraw(mallory, "codec");
    publish(mallory, "disguise", bundle);
    publish(mallory, "codec", other);
    server.administer(0, "code", "withdraw", "--all", "codec");
    assertEquals(0, standing());
    assertBarred(mallory, "disguise", bundle);
  }

  @Test
  void shouldBarAllThatWereEverPublishedUnderANameThatStandsForNothingToday() throws Exception {
    publish(mallory, "codec", bundle);
    withdraw(mallory, "codec");
    publish(mallory, "disguise", bundle);
    server.administer(0, "code", "withdraw", "--all", "codec");
    assertBarred(mallory, "disguise", bundle);
  }

  @Test
  void shouldRefuseAmbiguousCodeWhenNameIsTheStartOfAnotherDigest() throws Exception {
    publish(mallory, "hostile", bundle);
    publish(mallory, "decoy", other);
    String digits = digest.substring(0, 12);
    // As an older server took it.
    server.sql("UPDATE publication SET name = '" + digits + "' WHERE name = 'decoy'");
    String expected =
        "'" + digits + "' is a name and the start of a digest, expected all 64 digits";
    assertEquals(
        List.of("rosa-codeserver code withdraw: " + expected),
        server.administer(1, "code", "withdraw", digits));
    StatusRuntimeException refused =
        assertThrows(StatusRuntimeException.class, () -> withdraw(mallory, digits));
    assertEquals("FAILED_PRECONDITION: " + expected, refused.getMessage());
    assertEquals(2, standing());
    withdraw(mallory, otherDigest);
    assertEquals(1, standing());
  }
}
