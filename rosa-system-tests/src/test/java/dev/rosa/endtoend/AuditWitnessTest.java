package dev.rosa.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.audit.AuditCheck;
import dev.rosa.client.demo.RoleJars;
import dev.rosa.client.process.RunningProgram;
import dev.rosa.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * An Authorization Server that is set back to an older disk: its domain notices, it stops, and goes
 * on by an operator's command. When the Code Server was set back with it, its routers notice.
 */
@Tag("endtoend")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class AuditWitnessTest {

  private static final String SUITE = "HMAC-SHA256-128";
  private static final String ALARM = "ALARM the audit log was set back";

  private static final String COSIGNED = " cosigned ";
  private static final List<String> WITNESSES =
      List.of("rosa://17/codeserver/cs1", "rosa://17/router/r1", "rosa://17/router/r2");

  @TempDir static Path folder;
  private static Lab lab;
  private static int exports;

  @RegisterExtension static final LabLogs LOGS = new LabLogs(() -> lab);

  @BeforeAll
  static void start() throws Exception {
    lab = Lab.create(folder, LabAddresses.one());
    for (String router : List.of("r1", "r2")) {
      Path file = lab.files().file(router + ".xml");
      Files.writeString(
          file,
          Files.readString(file)
              .replace("<parking", "<state>" + router + "-state</state><parking"));
    }
    try {
      lab.start();
      request();
      awaitWitnesses();
      backup(RoleJars.AS, "as.xml", "as-before.db");
      backup(RoleJars.CODE_SERVER, "codeserver.xml", "cs-before.db");
    } catch (Throwable e) {
      System.err.println(lab.tails());
      lab.close();
      throw e;
    }
  }

  @AfterAll
  static void end() {
    lab.close();
  }

  private static String file(String name) {
    return folder.resolve(name).toString();
  }

  private static void backup(Path jar, String config, String name) throws Exception {
    lab.administer(jar, config, "backup", file(name));
  }

  private static void request() throws Exception {
    assertTrue(lab.request("counter", SUITE, false, "--seconds", "1").has("session"));
  }

  private static long rows() throws Exception {
    RunningProgram checkpoint = lab.administer("audit", "checkpoint");
    return Long.parseLong(checkpoint.out().lines().skip(1).findFirst().orElseThrow());
  }

  /** The routers have cosigned all rows that there are now. */
  private static void awaitWitnesses() throws Exception {
    long rows = rows();
    for (String router : List.of("r1", "r2")) {
      Await.until(
          () -> router + " to cosign " + rows + " rows" + lab.tails(),
          () -> witness(router, "rows") >= rows);
    }
  }

  private static long witness(String router, String figure) throws Exception {
    return lab.reading(router).status().path("witness").path(figure).asLong();
  }

  private static void restore(Path jar, String node, String config, String backup)
      throws Exception {
    lab.process(node).kill();
    lab.administer(jar, config, "restore", file(backup));
  }

  private static void assertNothingIsIssued() throws Exception {
    RunningProgram refused = lab.startRequest("counter", SUITE, false, "--seconds", "1");
    assertNotEquals(0, refused.awaitExit(), refused::tail);
    assertTrue(refused.tail().contains("audit log was set back"), refused::tail);
  }

  private static void accept() throws Exception {
    lab.administer("audit", "accept-loss");
    Await.until(
        () -> "a session to be issued" + lab.tails(),
        () -> lab.startRequest("counter", SUITE, false, "--seconds", "1").awaitExit() == 0);
    awaitWitnesses();
  }

  @Test
  @Order(1)
  void shouldStopServerThatWasSetBackUntilOperatorAcceptsLoss() throws Exception {
    request();
    request();
    awaitWitnesses();
    restore(RoleJars.AS, "as", "as.xml", "as-before.db");
    RunningProgram as = lab.startAuthorizationServer().awaitReady();
    as.await(ALARM);
    lab.process("cs").await(ALARM);
    assertNothingIsIssued();
    accept();
    lab.process("cs").await("the operator of the audit log has accepted a loss of rows");
    Await.until(
        () -> "r1 to let its checkpoint go" + lab.tails(), () -> witness("r1", "letGo") > 0);
  }

  @Test
  @Order(2)
  void shouldBeStoppedByRoutersWhenCodeServerWasSetBackToo() throws Exception {
    request();
    awaitWitnesses();
    lab.process("as").kill();
    restore(RoleJars.CODE_SERVER, "cs", "codeserver.xml", "cs-before.db");
    lab.administer("restore", file("as-before.db"));
    lab.startCodeServer().awaitReady();
    RunningProgram as = lab.startAuthorizationServer().awaitReady();
    as.await(ALARM + ", or there are two: witness rosa://17/router/");
    lab.process("r1").await(ALARM);
    assertEquals(1, witness("r1", "alarm"));
    assertNothingIsIssued();
    accept();
  }

  @Test
  @Order(3)
  void shouldShowWitnessesInExport() throws Exception {
    Path key = keyFile();
    Await.until(
        () -> "every witness to be in an export" + lab.tails(),
        () -> {
          String verified = verified(key);
          return WITNESSES.stream().allMatch(witness -> verified.contains(witness + COSIGNED));
        });
  }

  /** What the servers' commands write, before libraries of other projects. */
  @Test
  @Order(4)
  void shouldBeVerifiedByForeignLibraries() throws Exception {
    AuditCheck check =
        AuditCheck.built().with("--key", keyFile()).with("--ca", lab.files().file("domain/ca.crt"));
    Path older = checkpoint("older.checkpoint");
    request();
    awaitWitnesses();
    List<String> keys =
        check.accept("export", cosignedExport(), older).stream()
            .filter(line -> line.contains(COSIGNED))
            .map(line -> line.substring(0, line.indexOf(COSIGNED)))
            .toList();
    assertEquals(WITNESSES.size(), keys.size());
    for (String key : keys) {
      check = check.with("--witness", key);
    }
    check.accept("export", file("export" + exports), checkpoint("newer.checkpoint"));
    check.accept("checkpoint", checkpoint("newest.checkpoint"));
    Path proof = folder.resolve("row0.tlog-proof");
    lab.administer("audit", "prove", "0", proof.toString());
    check.accept("proof", proof);
    Files.writeString(proof, Files.readString(proof).replace("index 0", "index 1"));
    check.refuse("proof", proof);
  }

  private static Path checkpoint(String name) throws Exception {
    return Files.writeString(folder.resolve(name), lab.administer("audit", "checkpoint").out());
  }

  /** An export of which every witness has cosigned all rows. */
  private static Path cosignedExport() throws Exception {
    Path key = keyFile();
    String rows = COSIGNED + rows() + " rows";
    Await.until(
        () -> "every witness to have cosigned " + rows + lab.tails(),
        () -> {
          String verified = verified(key);
          return WITNESSES.stream().allMatch(witness -> verified.contains(witness + rows));
        });
    return folder.resolve("export" + exports);
  }

  private static Path keyFile() throws Exception {
    return Files.writeString(folder.resolve("audit.key"), lab.administer("audit", "key").out());
  }

  private static String verified(Path key) throws Exception {
    String export = file("export" + ++exports);
    lab.administer("audit", "export", export);
    RunningProgram verify =
        lab.run(
            "verify",
            RoleJars.CLIENT,
            List.of(
                "audit",
                "verify",
                export,
                "--ca",
                lab.files().file("domain/ca.crt").toString(),
                "--key",
                key.toString()));
    assertEquals(0, verify.awaitExit(), verify::tail);
    return verify.out();
  }

  /** Copies the server's database as it is, or puts the copy back. */
  private static void copyDatabase(String fromSuffix, String toSuffix) throws Exception {
    for (String part : List.of("as.db", "as.db-wal")) {
      Files.copy(
          folder.resolve(part + fromSuffix),
          folder.resolve(part + toSuffix),
          StandardCopyOption.REPLACE_EXISTING);
    }
  }

  @Test
  @Order(4)
  void shouldStopServerWhoseDiskHasLostWhatWasDurable() throws Exception {
    RunningProgram as = lab.process("as");
    as.signal("STOP");
    copyDatabase("", ".synced");
    as.signal("CONT");
    request();
    request();
    awaitWitnesses();
    as.kill();
    Files.deleteIfExists(folder.resolve("as.db-shm"));
    copyDatabase(".synced", "");
    lab.startAuthorizationServer().awaitReady().await(ALARM);
    assertNothingIsIssued();
    accept();
  }
}
