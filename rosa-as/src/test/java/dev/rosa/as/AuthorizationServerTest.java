package dev.rosa.as;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.audit.CheckReport;
import dev.rosa.audit.ExportCheck;
import dev.rosa.config.HostPort;
import dev.rosa.control.ControlChannel;
import dev.rosa.control.v1.AuthorizationGrpc;
import dev.rosa.control.v1.AuthorizationGrpc.AuthorizationBlockingStub;
import dev.rosa.control.v1.JoinRequest;
import dev.rosa.control.v1.ServiceGrant;
import dev.rosa.control.v1.ServiceRequest;
import dev.rosa.control.v1.ServiceRequestStatement;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.identity.TestDomain;
import dev.rosa.keys.CodeDigest;
import dev.rosa.testkit.Await;
import dev.rosa.transparency.Checkpoint;
import dev.rosa.transparency.InclusionProof;
import dev.rosa.transparency.NoteKey;
import dev.rosa.transparency.SignedNote;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server as its own process, over TLS, killed and started again. */
@Tag("jdk")
class AuthorizationServerTest {
  private static final Pattern READY = Pattern.compile(" ready .*listen=(\\S+) ");

  /** Far beyond what anything takes, also on a machine that does ten other things. */
  private static final int PATIENCE_MILLIS = 120_000;

  private static final String DIGEST = "ab".repeat(32);

  @TempDir Path folder;
  private TestDomain domain;
  private Identity alice;
  private Identity bob;
  private FakeCodeServer codeServer;
  private Path config;
  private final List<Process> processes = new ArrayList<>();
  private final List<ManagedChannel> channels = new ArrayList<>();

  @BeforeEach
  void prepare() throws Exception {
    domain = TestDomain.in(folder.resolve("domain"));
    domain.issue(Role.AS, "as1");
    alice = domain.user("alice");
    bob = domain.user("bob");
    codeServer = FakeCodeServer.start(domain.codeServer("cs1"), 0);
    config = write(codeServer.address());
  }

  @AfterEach
  void stop() throws Exception {
    channels.forEach(ManagedChannel::shutdownNow);
    for (Process process : processes) {
      process.destroyForcibly().waitFor();
    }
    codeServer.close();
  }

  @Test
  void shouldLoseNothingWhenKilledAndStartedAgain() throws Exception {
    Process first = launch("--config", config.toString());
    HostPort address = awaitReady(first);
    ServiceGrant given = requestWhenStaged(address, "transcoder");
    assertTrue(codeServer.staged.containsKey(CodeDigest.ofHex(DIGEST)));
    first.destroyForcibly().waitFor();

    Process second = launch("--config", config.toString());
    HostPort again = awaitReady(second);
    SignedStatement join =
        Requests.sign(bob, Requests.join(bob.id(), given.getSession(), InstantSource.system()));
    assertEquals(
        given, stub(again, bob).joinSession(JoinRequest.newBuilder().setSigned(join).build()));
    assertEquals(given.getUser(), requestWhenStaged(again, "transcoder").getUser());

    second.destroy();
    assertTrue(second.waitFor(PATIENCE_MILLIS, TimeUnit.MILLISECONDS));
    assertEquals(0, second.exitValue());
  }

  @Test
  void shouldNoticeCodeOfAdministratorWhenServerRuns() throws Exception {
    HostPort address = awaitReady(launch("--config", config.toString()));
    StatusRuntimeException unknown =
        assertThrows(StatusRuntimeException.class, () -> request(address, "counter"));
    assertEquals(Status.Code.NOT_FOUND, unknown.getStatus().getCode());
    String other = "cd".repeat(32);
    assertEquals(
        "code counter added, digest " + other, admin("code", "add", "counter", "--digest", other));
    for (int i = 0; !codeServer.staged.containsKey(CodeDigest.ofHex(other)); i++) {
      assertTrue(i < PATIENCE_MILLIS / 20, "not staged");
      Thread.sleep(20);
    }
    assertEquals("rule 2 added", admin("rule", "add", "--user", "alice", "--code", "counter"));
    assertEquals("counter", requestWhenStaged(address, "counter").getCode());
    String users = admin("user", "list", "--json");
    assertTrue(users.contains("\"name\" : \"alice\""), users);
    assertEquals(
        "rosa-as user remove: user 'alice' is declared in the configuration, remove it there",
        admin("user", "remove", "alice"));
  }

  @Test
  void shouldRecoverByItselfWhenCodeServerComesLater() throws Exception {
    HostPort codeServerAddress = codeServer.address();
    codeServer.close();
    HostPort address = awaitReady(launch("--config", config.toString()));
    StatusRuntimeException waiting =
        assertThrows(StatusRuntimeException.class, () -> request(address, "transcoder"));
    assertEquals(Status.Code.UNAVAILABLE, waiting.getStatus().getCode());
    assertTrue(
        waiting.getMessage().contains("on its way to the code servers " + codeServerAddress),
        waiting.getMessage());
    codeServer =
        FakeCodeServer.start(TestDomain.load(domain.prefix("cs1")), codeServerAddress.port());
    assertEquals("transcoder", requestWhenStaged(address, "transcoder").getCode());
  }

  @Test
  void shouldRefuseWrongRoleWhenRouterAsks() throws Exception {
    HostPort address = awaitReady(launch("--config", config.toString()));
    Identity router = domain.router("r1");
    StatusRuntimeException refused =
        assertThrows(
            StatusRuntimeException.class,
            () -> stub(address, router).joinSession(JoinRequest.getDefaultInstance()));
    assertEquals(Status.Code.PERMISSION_DENIED, refused.getStatus().getCode());
  }

  @Test
  void shouldRevokeByCommandWhileServerRuns() throws Exception {
    HostPort address = awaitReady(launch("--config", config.toString()));
    String session = Long.toHexString(requestWhenStaged(address, "transcoder").getSession());
    Path file = folder.resolve("sessions.txt");
    Files.writeString(file, session + "\n\n7\nxyz\n");
    assertEquals(
        "rosa-as revoke session: %s:4: is 'xyz', expected 1 to 16 hexadecimal digits"
            .formatted(file),
        admin("revoke", "session", "--file", file.toString()));
    assertEquals("SERIAL  KIND  SUBJECT  UNTIL  MADE", admin("revocation", "list"));
    Files.writeString(file, session + "\n\n7\n");
    assertEquals(
        "sessions revoked: 2 (not known here: 1), revoked before: 0, ended: 0",
        admin("revoke", "session", "--file", file.toString()));
    awaitRevoked(2);
    codeServer.ofRouters.add(CodeDigest.ofHex(DIGEST));
    String router = admin("revoke", "router", "r7");
    assertTrue(router.startsWith("rosa://17/router/r7 is revoked"), router);
    assertTrue(router.contains("revoked up to code="), router);
    awaitRevoked(4);
    assertEquals("transcoder", requestWhenStaged(address, "transcoder").getCode());
    String user = admin("revoke", "user", "alice");
    assertTrue(user.contains("'alice' is declared in the configuration"), user);
    awaitRevoked(5);
    assertTrue(admin("revocation", "list").contains("router   rosa://17/router/r7"));
    assertEquals(
        "revocation 3 of router rosa://17/router/r7 lifted", admin("revocation", "lift", "3"));
    awaitRevoked(4);
    assertTrue(admin("revocation", "list", "--json").contains("\"kind\" : \"epochs\""));
  }

  @Test
  void shouldTakeManyCodesOfRouterAndSaySoWhenNoneOfThemIsInUse() {
    for (int i = 1; i <= 5_000; i++) {
      codeServer.ofRouters.add(CodeDigest.ofHex("%064x".formatted(i)));
    }
    assertEquals(
        "rosa://17/router/r6 is revoked\n"
            + "no secret is replaced: the router could have none of those in use",
        admin("revoke", "router", "r6"));
  }

  @Test
  void shouldRevokeRouterThatHasFetchedNothingOnlyWhenAsked() {
    codeServer.hasSeenNone = true;
    assertEquals(
        "rosa-as revoke router: no router 'nothere' has fetched a secret: nothing is revoked; if"
            + " the name is right, add --unseen",
        admin("revoke", "router", "nothere"));
    assertEquals("SERIAL  KIND  SUBJECT  UNTIL  MADE", admin("revocation", "list"));
    String said = admin("revoke", "router", "nothere", "--unseen");
    assertTrue(said.startsWith("rosa://17/router/nothere is revoked"), said);
  }

  @Test
  void shouldSayWhichTimeIsExpectedWhenPruning() {
    String said = admin("audit", "prune", "--before", "yesterday");
    assertTrue(
        said.contains("'yesterday' is no time, expected one in UTC such as 2026-05-01T00:00:00Z"),
        said);
    assertEquals(-1, said.indexOf("Exception"), said);
  }

  private void awaitRevoked(int count) throws Exception {
    Await.until(
        "the code server to carry revocations",
        () -> codeServer.carried() != null && codeServer.revoked().size() == count);
  }

  @Test
  void shouldSayWhatIsExpectedWhenRevocationIsWrong() {
    assertTrue(admin("revoke", "session").contains("expected a session's number, or --file"));
    assertTrue(admin("revoke", "session", "xyz").contains("the session is not hexadecimal"));
    assertTrue(admin("revoke", "epoch", "transcoder", "--up-to", "0").contains("--up-to is 0"));
    assertEquals("rosa-as revoke user: user 'bob' is not known", admin("revoke", "user", "bob"));
    assertEquals("rosa-as revoke code: code 'x' is not known", admin("revoke", "code", "x"));
    assertEquals(
        "rosa-as revoke rule: rule 9 does not exist, and has no sessions",
        admin("revoke", "rule", "9"));
    assertEquals(
        "rosa-as revocation lift: there is no revocation 9", admin("revocation", "lift", "9"));
  }

  @Test
  void shouldSayOneLineWhenPortIsInUse() throws Exception {
    String text = Files.readString(config);
    Files.writeString(config, text.replace("127.0.0.1:0", codeServer.address().toString()));
    Process process = launch("--config", config.toString());
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(1, process.waitFor());
    assertTrue(
        output.lines().reduce((a, b) -> b).orElse("").contains("the port is in use"), output);
    assertFalse(output.contains("\tat "), output);
  }

  @Test
  void shouldShowProveAndExportWhatItAnswered() throws Exception {
    assertEquals(
        "rosa-as audit key: the audit log has no key yet: a server makes it when it starts",
        admin("audit", "key"));
    HostPort address = awaitReady(launch("--config", config.toString()));
    String session = Long.toHexString(requestWhenStaged(address, "transcoder").getSession());
    String listed = admin("audit", "list", "--session", session);
    assertTrue(listed.contains("granted  rosa://17/user/alice  " + session), listed);
    String row = listed.lines().skip(1).findFirst().orElseThrow().split(" ")[0];
    String shown = admin("audit", "show", row);
    assertTrue(shown.contains("code: transcoder"), shown);
    assertTrue(admin("audit", "show", row, "--json").contains("\"suite\" : \"HMAC-SHA256-128\""));
    NoteKey key = NoteKey.parse(admin("audit", "key"));
    assertEquals("rosa/17/audit", key.name());
    Path proof = folder.resolve("row.tlog-proof");
    assertEquals("proof of row " + row + " in " + proof, admin("audit", "prove", row, "" + proof));
    InclusionProof.parse(Files.readAllBytes(proof)).verify(key);
    String note = admin("audit", "checkpoint") + "\n";
    Path export = folder.resolve("export");
    String exported = admin("audit", "export", "" + export);
    assertTrue(exported.contains(" rows to " + export + ", witnesses: "), exported);
    CheckReport report =
        new ExportCheck(export, key, domain.certificate())
            .run(Optional.of(Checkpoint.verified(SignedNote.parse(note.getBytes(UTF_8)), key)));
    assertEquals(List.of(), report.findings());
    assertEquals(
        "rosa-as audit export: " + folder + ": exists, expected a new or empty directory",
        admin("audit", "export", folder.toString()));
  }

  @Test
  void shouldSayWhatIsExpectedWhenAuditCommandIsWrong() {
    assertEquals(
        "rosa-as audit show: there is no row 7, the audit log has 0", admin("audit", "show", "7"));
    String limit = admin("audit", "list", "--limit", "0");
    assertTrue(limit.contains("--limit is 0, expected from 1 to 10000"), limit);
    String session = admin("audit", "list", "--session", "xyz");
    assertTrue(session.contains("--session is not hexadecimal"), session);
  }

  private Path write(HostPort codeServerAddress) throws IOException {
    return Files.writeString(
        folder.resolve("as.xml"),
        """
        <authorization-server>
          <identity>domain/as1</identity>
          <listen>127.0.0.1:0</listen>
          <storage>as.db</storage>
          <connections handshake="10s"/>
          <code-servers><code-server>%s</code-server></code-servers>
          <users><user name="alice"/></users>
          <codes><code name="transcoder" digest="%s"/></codes>
          <rules>
            <rule user="*" code="transcoder" from="10.0.0.0/8" to="*" max-window="10m"
                  permissions="modify drop state"/>
          </rules>
        </authorization-server>
        """
            .formatted(codeServerAddress, DIGEST));
  }

  private Process launch(String... args) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                AuthorizationServerCommand.class.getName()));
    command.addAll(List.of(args));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    processes.add(process);
    return process;
  }

  private static HostPort awaitReady(Process process) throws IOException {
    BufferedReader reader = process.inputReader();
    StringBuilder seen = new StringBuilder();
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      Matcher ready = READY.matcher(line);
      if (ready.find()) {
        return HostPort.parse(ready.group(1));
      }
      seen.append(line).append('\n');
    }
    throw new AssertionError("never ready: " + seen);
  }

  /** Runs a command beside the server, in this process; returns what it printed, errors too. */
  private String admin(String... args) {
    return CommandRun.of(config, args).said();
  }

  private AuthorizationBlockingStub stub(HostPort address, Identity caller) {
    ManagedChannel channel = ControlChannel.open(address.toSocketAddress(), caller, Role.AS);
    channels.add(channel);
    return AuthorizationGrpc.newBlockingStub(channel)
        .withDeadlineAfter(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
  }

  private ServiceGrant request(HostPort address, String code) {
    ServiceRequestStatement.Builder statement =
        Requests.good().setCode(code).addRecipients(bob.id().toString());
    return stub(address, alice)
        .requestService(
            ServiceRequest.newBuilder().setSigned(Requests.sign(alice, statement)).build());
  }

  private ServiceGrant requestWhenStaged(HostPort address, String code)
      throws InterruptedException {
    for (int attempt = 0; ; attempt++) {
      try {
        return request(address, code);
      } catch (StatusRuntimeException e) {
        if (e.getStatus().getCode() != Status.Code.UNAVAILABLE || attempt > PATIENCE_MILLIS / 100) {
          throw e;
        }
        Thread.sleep(100);
      }
    }
  }
}
