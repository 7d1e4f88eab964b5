package dev.rosa.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.client.demo.RoleJars;
import dev.rosa.client.endpoint.ActiveSession;
import dev.rosa.client.endpoint.AuthorizationClient;
import dev.rosa.client.endpoint.CallFailedException;
import dev.rosa.client.process.RunningProgram;
import dev.rosa.config.HostPort;
import dev.rosa.endtoend.FaultyDisk.Fault;
import dev.rosa.identity.Identity;
import dev.rosa.keys.CodeDigest;
import dev.rosa.testkit.Await;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * An Authorization Server and a Code Server on a disk that fails under them: requests are refused
 * or wait, packets and status pages go on, no key is told without its row in the audit log, and all
 * goes on by itself when the fault ends. A server that is ended as a commit is done loses nothing.
 */
@Tag("endtoend")
class DiskFaultTest {

  private static final String OVERLAY = LabAddresses.one();
  private static final String STATUS = LabAddresses.one();
  private static final int BURST = 20;
  private static final String BOTH_ROUTERS = "**";
  private static final int TOGETHER = 4;
  private static final int ENDS = Integer.getInteger("rosa.kills", 1);
  private static final long NONE = 0;
  private static final String CONFIRMED = "SELECT 1 FROM staging_confirmations WHERE epoch = ";
  private static final String EPOCHS = "SELECT epoch FROM code_secrets";

  @TempDir static Path folder;
  private static FaultyDisk disk;
  private static Lab lab;
  private static LabStream stream;
  private static AuthorizationClient client;
  private static LabAudit audit;

  @RegisterExtension static final LabLogs LOGS = new LabLogs(() -> lab);

  @BeforeAll
  static void start() throws Exception {
    disk = FaultyDisk.make(folder.resolve("disk"), "4m");
    lab = Lab.create(Files.createDirectory(folder.resolve("lab")), OVERLAY);
    edit(
        "as.xml",
        "<storage>as.db</storage>",
        "<storage>"
            + folder.resolve("disk/as.db")
            + "</storage><storage-key>file:as.key</storage-key><status>"
            + STATUS
            + "</status>");
    edit(
        "codeserver.xml",
        "<storage>cs.db</storage>",
        "<storage>"
            + folder.resolve("disk/cs.db")
            + "</storage><storage-key>file:cs.key</storage-key>");
    lab.wrap(RoleJars.AS, disk.wrapper("as"));
    lab.wrap(RoleJars.CODE_SERVER, disk.wrapper("cs"));
    lab.start();
    audit = new LabAudit(lab, () -> disk.copied("as.db", lab.process("as")));
    stream = LabStream.open(lab, OVERLAY, "marker", "HMAC-SHA256-128", 1_800);
    // From now on no end of the stream needs a server.
    stream.exchange(BURST, BOTH_ROUTERS);
    client = client(new SecureRandom());
  }

  private static void edit(String name, String text, String other) throws Exception {
    Path file = lab.files().file(name);
    String before = Files.readString(file);
    assertTrue(before.contains(text), name);
    Files.writeString(file, before.replace(text, other));
  }

  @AfterAll
  static void end() {
    client.close();
    stream.close();
    lab.close();
    disk.close();
  }

  @AfterEach
  void mend() throws Exception {
    disk.empty();
    setBoth(Fault.NO);
  }

  private static long request() throws CallFailedException {
    ActiveSession session = client.request(LabAudit.counter());
    audit.told(session.parameters().session());
    return session.parameters().session();
  }

  private static void assertRefused() {
    CallFailedException refused = assertThrows(CallFailedException.class, DiskFaultTest::request);
    assertFalse(refused.isRefusal(), "it may be asked again");
    assertTrue(
        refused.getMessage().endsWith("the server's storage cannot be used, see its log"),
        refused.getMessage());
  }

  private static void assertRestGoesOn() throws Exception {
    stream.exchange(BURST, BOTH_ROUTERS);
    assertEquals("rosa://17/as/as1", lab.status(STATUS).path("as").asText());
  }

  private static void awaitRequest() throws Exception {
    Await.until(() -> "a session to be issued" + lab.tails(), DiskFaultTest::isAnswered);
  }

  private static boolean isAnswered() {
    try {
      long unused = request();
      return true;
    } catch (CallFailedException e) {
      return false;
    }
  }

  /** A fault that begins and ends, as the lines that a server may log say. */
  private interface Step {
    void take() throws Exception;
  }

  private static void setBoth(Fault fault) throws Exception {
    disk.set("as", fault);
    disk.set("cs", fault);
  }

  private static void refuseAndRecover(Step fault, Step end, String said) throws Exception {
    long unused = request();
    RunningProgram as = lab.process("as");
    long lines = as.lines("");
    fault.take();
    for (int i = 0; i < TOGETHER; i++) {
      assertRefused();
      assertRestGoesOn();
    }
    as.await("as.db: the storage cannot be used: [" + said);
    long more = as.lines("") - lines;
    end.take();
    awaitRequest();
    assertTrue(as.isAlive() && lab.process("cs").isAlive());
    assertTrue(more <= 3L * TOGETHER, () -> more + " lines of log" + as.tail());
    audit.assertWhole();
  }

  @Test
  void shouldRefuseRequestsUntilThereIsRoomWhenTheDiskIsFull() throws Exception {
    refuseAndRecover(disk::fill, disk::empty, "SQLITE_FULL");
  }

  @Test
  void shouldRefuseRequestsWhileTheDiskFindsNoRoomForAnyWrite() throws Exception {
    refuseAndRecover(() -> setBoth(Fault.FULL), () -> setBoth(Fault.NO), "SQLITE_FULL");
  }

  @Test
  void shouldRefuseRequestsWhileTheDiskIsReadOnly() throws Exception {
    refuseAndRecover(() -> setBoth(Fault.READONLY), () -> setBoth(Fault.NO), "SQLITE_IOERR");
  }

  @Test
  void shouldAnswerLateWhenEachSyncTakesTwoSeconds() throws Exception {
    setBoth(Fault.SLOW);
    List<CompletableFuture<Boolean>> all = new ArrayList<>();
    for (int i = 0; i < TOGETHER; i++) {
      all.add(CompletableFuture.supplyAsync(DiskFaultTest::isAnswered));
    }
    while (!all.stream().allMatch(CompletableFuture::isDone)) {
      assertRestGoesOn();
    }
    setBoth(Fault.NO);
    for (CompletableFuture<Boolean> each : all) {
      assertTrue(each.join(), () -> "a request was not answered" + lab.tails());
    }
    awaitRequest();
    audit.assertWhole();
  }

  /** The same bytes again and again: a request id that is known before. */
  private static final class KnownId extends SecureRandom {
    private static final long serialVersionUID = 1L;
    private static final int BYTES = 16;
    private final byte[] id = new byte[BYTES];

    KnownId() {
      new SecureRandom().nextBytes(id);
    }

    @Override
    public void nextBytes(byte[] bytes) {
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = id[i % BYTES];
      }
    }
  }

  private static AuthorizationClient client(SecureRandom random) throws Exception {
    return AuthorizationClient.open(
        HostPort.parse(lab.at().authorizationServer()),
        Identity.load(lab.files().identity("alice")),
        random);
  }

  @Test
  void shouldAnswerWhenItGoesOnAfterAStopBetweenCommitAndAnswer() throws Exception {
    for (int i = 0; i < ENDS; i++) {
      KnownId known = new KnownId();
      RunningProgram as = lab.process("as");
      disk.stopAfter("as", known.id);
      try (AuthorizationClient asking = client(known)) {
        CompletableFuture<Long> asked = CompletableFuture.supplyAsync(() -> requestOrNone(asking));
        Await.until("the server to stop", () -> isStopped(as));
        stream.exchange(BURST, BOTH_ROUTERS);
        assertFalse(asked.isDone());
        disk.set("as", Fault.NO);
        as.signal("CONT");
        assertNotEquals(NONE, asked.join(), () -> "no answer" + lab.tails());
      }
      audit.assertWhole();
    }
  }

  private static boolean isStopped(RunningProgram program) throws Exception {
    String state = Files.readString(Path.of("/proc/" + program.pid() + "/stat"));
    return state.substring(state.lastIndexOf(')')).startsWith(") T");
  }

  private static long requestOrNone(AuthorizationClient asking) {
    try {
      long session = asking.request(LabAudit.counter()).parameters().session();
      audit.told(session);
      return session;
    } catch (CallFailedException e) {
      return NONE;
    }
  }

  @Test
  void shouldCountRequestOnceWhenKilledBetweenCommitAndAnswer() throws Exception {
    for (int i = 0; i < ENDS; i++) {
      KnownId known = new KnownId();
      long before = audit.sessions();
      disk.killAfter("as", known.id);
      try (AuthorizationClient asking = client(known)) {
        assertEquals(NONE, requestOrNone(asking), "it was killed before it could answer");
      }
      int unused = lab.process("as").awaitExit();
      assertEquals(before + 1, audit.sessions());
      disk.set("as", Fault.NO);
      lab.startAuthorizationServer().awaitReady();
      try (AuthorizationClient asking = client(known)) {
        CallFailedException refused =
            assertThrows(CallFailedException.class, () -> asking.request(LabAudit.counter()));
        assertTrue(refused.getMessage().contains("was answered before"), refused.getMessage());
      }
      audit.assertWhole();
      awaitRequest();
    }
    stream.exchange(BURST, BOTH_ROUTERS);
  }

  @Test
  void shouldEndARefreshWhenCodeServerIsKilledBetweenStageAndConfirm() throws Exception {
    String digest = CodeDigest.ofBundle(Files.readAllBytes(lab.files().file("counter.jar"))).hex();
    for (int i = 0; i < ENDS; i++) {
      int before = audit.texts(EPOCHS).size();
      int coming = 1 + Integer.parseInt(audit.texts("SELECT MAX(epoch) FROM code_secrets").get(0));
      RunningProgram cs = lab.process("cs");
      disk.killAfter("cs", partOfRow(digest, coming));
      lab.administer("epoch", "next", "counter");
      int unused = cs.awaitExit();
      assertEquals(1, codeServer("SELECT 1 FROM code_secret WHERE epoch = " + coming));
      assertEquals(List.of(), audit.texts(CONFIRMED + coming));
      disk.set("cs", Fault.NO);
      lab.startCodeServer().awaitReady();
      Await.until(
          () -> "the next epoch to be in use" + lab.tails(),
          () -> audit.texts(EPOCHS + " WHERE state = 'staged'").isEmpty());
      assertEquals(before + 1, audit.texts(EPOCHS).size());
      assertEquals(1, audit.texts(CONFIRMED + coming).size());
      awaitRequest();
      stream.exchange(BURST, BOTH_ROUTERS);
    }
    audit.assertWhole();
  }

  /** A secret's row has its code's digest before its epoch, as SQLite writes it. */
  private static byte[] partOfRow(String digest, int epoch) {
    byte[] end = digest.substring(digest.length() / 2).getBytes(StandardCharsets.US_ASCII);
    byte[] part = Arrays.copyOf(end, end.length + 1);
    part[end.length] = (byte) epoch;
    return part;
  }

  private static int codeServer(String query) throws Exception {
    return new LabAudit(lab, () -> disk.copied("cs.db", lab.process("cs"))).texts(query).size();
  }

  @Test
  void shouldRefuseRequestsWhileTheDiskFailsAndVerifyAfterwards() throws Exception {
    refuseAndRecover(() -> setBoth(Fault.BROKEN), () -> setBoth(Fault.NO), "SQLITE_IOERR");
    audit.assertVerifies(folder);
  }
}
