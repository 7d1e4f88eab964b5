package dev.rosa.as;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.rosa.administration.ActStatement;
import dev.rosa.audit.ExportCheck;
import dev.rosa.config.HostPort;
import dev.rosa.control.ControlChannel;
import dev.rosa.control.v1.AdministrationGrpc;
import dev.rosa.control.v1.AdministrationRequest;
import dev.rosa.control.v1.AuthorizationGrpc;
import dev.rosa.control.v1.ServiceRequest;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.identity.TestDomain;
import dev.rosa.transparency.NoteKey;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Signed acts at a server that runs, over mutual TLS, with commands beside it. */
class AdministrationServiceTest {
  @TempDir Path folder;
  private TestDomain domain;
  private Identity carol;
  private Path config;
  private InetSocketAddress address;
  private RunningAuthorizationServer server;
  private final List<ManagedChannel> channels = new ArrayList<>();

  @BeforeEach
  void start() throws Exception {
    domain = TestDomain.in(folder.resolve("domain"));
    Path unused = domain.issue(Role.AS, "as1");
    carol = domain.administrator("carol");
    try (ServerSocket free = new ServerSocket(0)) {
      address = new HostPort("127.0.0.1", free.getLocalPort()).toSocketAddress();
    }
    config =
        Files.writeString(
            folder.resolve("as.xml"),
            """
            <authorization-server>
              <identity>domain/as1</identity>
              <listen>127.0.0.1:%d</listen>
              <storage>as.db</storage>
              <code-servers><code-server>127.0.0.1:9</code-server></code-servers>
              <users><user name="alice"/></users>
              <codes><code name="transcoder" digest="%s"/></codes>
              <rules>
                <rule user="*" code="transcoder" from="10.0.0.0/8" to="*" max-window="10m"
                      permissions="modify drop state"/>
              </rules>
            </authorization-server>
            """
                .formatted(address.getPort(), "ab".repeat(32)));
    server =
        RunningAuthorizationServer.start(
            AuthorizationServerSetup.load(config), InstantSource.system());
  }

  @AfterEach
  void stop() throws Exception {
    channels.forEach(ManagedChannel::shutdownNow);
    server.close();
  }

  @Test
  void shouldCarryOutSignedActsWhenCallerIsAnAdministratorHere() throws Exception {
    assertEquals(Status.Code.PERMISSION_DENIED, refusal(() -> addUser(carol, "eve")).getCode());
    assertEquals("administrator carol added", command("admin", "add", "carol"));
    assertEquals("carol", command("admin", "list"));
    assertEquals("user eve added", addUser(carol, "eve"));
    assertTrue(command("user", "list").contains("eve "));
    String row = command("audit", "list", "--limit", "1");
    assertTrue(row.contains("administration  granted  rosa://17/admin/carol"), row);
    assertEquals("administrator carol removed", command("admin", "remove", "carol"));
    assertEquals(Status.Code.PERMISSION_DENIED, refusal(() -> addUser(carol, "bob")).getCode());
    Path export = folder.resolve("acts");
    assertTrue(command("audit", "export", "" + export).contains(" rows to "));
    NoteKey key = NoteKey.parse(command("audit", "key"));
    assertEquals(
        List.of(),
        new ExportCheck(export, key, domain.certificate()).run(Optional.empty()).findings());
  }

  @Test
  void shouldKeepUsersAndAdministratorsApart() {
    Identity alice = domain.user("alice");
    String user = refusal(() -> addUser(alice, "mallory")).getDescription();
    assertTrue(user.contains("which is for admin"), user);
    String session =
        refusal(
                () ->
                    AuthorizationGrpc.newBlockingStub(channel(carol))
                        .requestService(ServiceRequest.getDefaultInstance()))
            .getDescription();
    assertTrue(session.contains("which is for user"), session);
  }

  private static Status refusal(Executable call) {
    return assertThrows(StatusRuntimeException.class, call).getStatus();
  }

  private ManagedChannel channel(Identity caller) {
    ManagedChannel channel = ControlChannel.open(address, caller, Role.AS);
    channels.add(channel);
    return channel;
  }

  private String addUser(Identity caller, String name) {
    byte[] id = new byte[16];
    new SecureRandom().nextBytes(id);
    ActStatement act =
        ActStatement.of(
            caller.id(), ByteString.copyFrom(id), Instant.now(), "user add", Map.of("name", name));
    return AdministrationGrpc.newBlockingStub(channel(caller))
        .carryOut(AdministrationRequest.newBuilder().setSigned(act.signedBy(caller)).build())
        .getLines(0);
  }

  private String command(String... args) {
    return CommandRun.of(config, args).said();
  }
}
