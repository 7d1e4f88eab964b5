package dev.rosa.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.ByteString;
import dev.rosa.client.demo.RoleJars;
import dev.rosa.config.HostPort;
import dev.rosa.control.ControlChannel;
import dev.rosa.control.v1.LeaseRequest;
import dev.rosa.control.v1.SecretStagingGrpc;
import dev.rosa.endtoend.LabSessions.Session;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.testkit.Await;
import io.grpc.ManagedChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.regex.Pattern;
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
 * A Code Server in the hands of an attacker, without an Authorization Server: routers follow it
 * neither back, nor to a list of revocations with a gap, and they notice that nothing new comes.
 * Its storage is changed as only an attacker does, so that it seems to be another one. An
 * attacker's own program would not ask for a lease; here the test grants it one.
 */
@Tag("endtoend")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RollbackTest {

  private static final String REVOKED = "REVOKED";
  private static final String SERVE = "UPDATE catalogue SET store = store + 1";
  private static final int LEASE_SECONDS = 3_600;

  @TempDir static Path folder;
  private static final String OVERLAY = LabAddresses.one();
  private static Lab lab;
  private static LabSessions sessions;
  private static Session revoked;
  private static Session other;

  @RegisterExtension static final LabLogs LOGS = new LabLogs(() -> lab);

  @BeforeAll
  static void start() throws Exception {
    lab = Lab.create(folder, OVERLAY);
    edit("as.xml", "<users>", "<state valid=\"10s\"/><users>");
    for (String router : List.of("r1", "r2")) {
      edit(router + ".xml", "<parking", "<state>" + router + "-state</state><parking");
    }
    try {
      lab.start();
      sessions = new LabSessions(lab, OVERLAY);
      revoked = sessions.open("alice", "counter");
      other = sessions.open("alice", "counter");
      loseAuthorizationServerAfterRevocation();
    } catch (Throwable e) {
      System.err.println(lab.tails());
      lab.close();
      throw e;
    }
  }

  private static void edit(String name, String text, String other) throws Exception {
    Path file = lab.files().file(name);
    Files.writeString(file, Files.readString(file).replace(text, other));
  }

  /** Leaves backups of the Code Server from before and after. */
  private static void loseAuthorizationServerAfterRevocation() throws Exception {
    assertEquals(LabSessions.PASSED, revoked.fateAt("r1"));
    assertEquals(LabSessions.PASSED, other.fateAt("r1"));
    lab.administer(RoleJars.CODE_SERVER, "codeserver.xml", "backup", file("before.db"));
    lab.administer("revoke", "session", revoked.hex());
    revoked.await(REVOKED);
    lab.process("as").kill();
    lab.administer(RoleJars.CODE_SERVER, "codeserver.xml", "backup", file("after.db"));
  }

  @AfterAll
  static void end() throws Exception {
    sessions.close();
    lab.close();
  }

  private static String file(String name) {
    return folder.resolve(name).toString();
  }

  /** Starts the Code Server again with the storage of a backup that an attacker has changed. */
  private static void serve(String backup, String... changes) throws Exception {
    lab.process("cs").kill();
    lab.administer(RoleJars.CODE_SERVER, "codeserver.xml", "restore", file(backup));
    try (Connection database = DriverManager.getConnection("jdbc:sqlite:" + file("cs.db"));
        Statement statement = database.createStatement()) {
      statement.execute(SERVE);
      for (String change : changes) {
        statement.execute(change);
      }
    }
    lab.startCodeServer().awaitReady();
    grantLease();
  }

  /** The first request gives the token alone, the second one the lease. */
  private static void grantLease() throws Exception {
    Identity server = Identity.load(lab.files().identity("as1"));
    ManagedChannel channel =
        ControlChannel.open(
            HostPort.parse(lab.at().codeServer()).toSocketAddress(), server, Role.CODESERVER);
    try {
      ByteString token = ByteString.EMPTY;
      for (int request = 0; request < 2; request++) {
        token =
            SecretStagingGrpc.newBlockingStub(channel)
                .withWaitForReady()
                .holdLease(
                    LeaseRequest.newBuilder().setToken(token).setSeconds(LEASE_SECONDS).build())
                .getToken();
      }
    } finally {
      channel.shutdownNow();
    }
  }

  private static void awaitAlarm(String router, String text) throws Exception {
    lab.process(router).await(Pattern.compile("(WARN|ERROR).*" + text));
  }

  private static void assertNoWayBack() throws Exception {
    assertEquals(REVOKED, revoked.fateAt("r1"));
    assertEquals(LabSessions.PASSED, other.fateAt("r1"));
  }

  @Test
  @Order(1)
  void shouldNoticeThatNothingNewComes() throws Exception {
    serve("after.db");
    for (String router : List.of("r1", "r2")) {
      awaitAlarm(router, "the state of the domain ended at ");
    }
    assertNoWayBack();
  }

  @Test
  @Order(2)
  void shouldFollowNoCodeServerToAnOlderState() throws Exception {
    serve("before.db");
    for (String router : List.of("r1", "r2")) {
      awaitAlarm(router, "its state [0-9]+ of the domain .* is older than ");
    }
    assertNoWayBack();
  }

  @Test
  @Order(3)
  void shouldFollowNoCodeServerThatHidesTheState() throws Exception {
    serve("after.db", "DELETE FROM domain_state");
    for (String router : List.of("r1", "r2")) {
      awaitAlarm(router, "it has no signed state of the domain");
    }
    assertNoWayBack();
  }

  @Test
  @Order(4)
  void shouldFollowNoOlderStateAfterARestart() throws Exception {
    restart("r1");
    serve("before.db");
    awaitAlarm("r1", "its state [0-9]+ of the domain .* is older than ");
    assertEquals(0, lab.reading("r1").catalogued());
  }

  @Test
  @Order(5)
  void shouldTakeNoStateWhoseRevocationsAreHidden() throws Exception {
    lab.process("r1").kill();
    forgetSegments();
    lab.startRouter("r1").awaitReady();
    serve("after.db", "DELETE FROM revocation_segment");
    awaitAlarm("r1", "segment");
    assertEquals(0, lab.reading("r1").catalogued());
    serve("after.db");
    Await.until(
        () -> "r1 to have a catalogue" + lab.tails(), () -> lab.reading("r1").catalogued() == 2);
    assertEquals(REVOKED, revoked.fateAt("r1"));
  }

  private static void restart(String router) throws Exception {
    lab.process(router).kill();
    lab.startRouter(router).awaitReady();
  }

  /** The router has to fetch them again. */
  private static void forgetSegments() throws Exception {
    try (DirectoryStream<Path> segments =
        Files.newDirectoryStream(folder.resolve("r1-state"), name -> !isState(name))) {
      for (Path segment : segments) {
        Files.delete(segment);
      }
    }
  }

  private static boolean isState(Path file) {
    return file.endsWith("state");
  }
}
