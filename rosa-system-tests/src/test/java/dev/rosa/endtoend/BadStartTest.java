package dev.rosa.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.client.demo.RoleJars;
import dev.rosa.client.process.RunningProgram;
import dev.rosa.config.HostPort;
import dev.rosa.identity.DomainAuthority;
import dev.rosa.identity.Role;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of nodes that do not start: one line with mistake and place, and an exit code; or the
 * answer to {@code --help}, {@code --version} or {@code --validate}.
 */
@Tag("endtoend")
class BadStartTest {

  @TempDir static Path folder;
  private static Lab lab;

  @RegisterExtension static final LabLogs LOGS = new LabLogs(() -> lab);

  @BeforeAll
  static void create() throws Exception {
    lab = Lab.create(folder, LabAddresses.one());
  }

  @AfterAll
  static void end() {
    lab.close();
  }

  private static DynamicTest test(BadStart start) {
    return start.testIn(lab);
  }

  /** A copy of a configuration with one thing replaced. */
  private static String changed(String config, String old, String replacement) throws IOException {
    String text = Files.readString(lab.files().file(config));
    assertTrue(text.contains(old), () -> config + " has no " + old);
    Path file = Files.createTempFile(folder, "changed-", "-" + config);
    Files.writeString(file, text.replace(old, replacement));
    return file.toString();
  }

  private static BadStart config(
      String what, Path jar, String config, String old, String replacement, String says)
      throws IOException {
    String file = changed(config, old, replacement);
    return new BadStart(what, jar, List.of("--config", file), BadStart.USAGE, says);
  }

  @TestFactory
  Stream<DynamicTest> shouldRefuseAConfigurationInOneLine() throws Exception {
    String bad = "<colour>blue</colour>";
    List<BadStart> starts = new ArrayList<>();
    starts.add(
        config(
            "unknown key, AS",
            RoleJars.AS,
            "as.xml",
            "<users>",
            bad + "<users>",
            "as.xml:8: .*colour"));
    starts.add(
        config(
            "unknown key, CS",
            RoleJars.CODE_SERVER,
            "codeserver.xml",
            "<routers>",
            bad + "<routers>",
            "codeserver.xml:7: .*colour"));
    starts.add(
        config(
            "unknown key, router",
            RoleJars.ROUTER,
            "r1.xml",
            "<domain ",
            bad + "<domain ",
            "r1.xml:5: .*colour"));
    starts.add(
        config(
            "wrong unit, router",
            RoleJars.ROUTER,
            "r1.xml",
            "skew=\"1s\"",
            "skew=\"5 parsecs\"",
            "r1.xml:5: .*'5 parsecs'.*2s"));
    starts.add(
        config(
            "wrong unit, AS",
            RoleJars.AS,
            "as.xml",
            "to=\"10.0.2.0/24\" max-window=\"1h\"/>",
            "to=\"10.0.2.0/24\" max-window=\"60\"/>",
            "as.xml:\\d+: .*'60'.*1h"));
    starts.add(
        config(
            "wrong role",
            RoleJars.AS,
            "as.xml",
            "domain/as1",
            "domain/r1",
            "rosa://17/router/r1.*as"));
    starts.add(
        config(
            "no such identity", RoleJars.ROUTER, "r1.xml", "domain/r1", "domain/nobody", "nobody"));
    starts.add(
        new BadStart("no configuration", RoleJars.ROUTER, List.of(), BadStart.USAGE, "--config"));
    starts.add(
        new BadStart(
            "no such file",
            RoleJars.AS,
            List.of("--config", "/no/such.xml"),
            BadStart.USAGE,
            "/no/such.xml"));
    return starts.stream().map(BadStartTest::test);
  }

  @TestFactory
  Stream<DynamicTest> shouldRefuseAnIdentityInOneLine() throws Exception {
    Path open = copyIdentity("as1", "open");
    Files.setPosixFilePermissions(
        open.resolveSibling("open.key"), PosixFilePermissions.fromString("rw-r--r--"));
    InstantSource lastYear = InstantSource.fixed(Instant.now().minus(Duration.ofDays(300)));
    DomainAuthority.open(lab.files().identity("ca").getParent(), lastYear, new SecureRandom())
        .issue(Role.ROUTER, "old", Duration.ofDays(1), OptionalInt.empty());
    return Stream.of(
            config(
                "world-readable key",
                RoleJars.AS,
                "as.xml",
                "domain/as1",
                "domain/open",
                "open.key"),
            config("expired", RoleJars.ROUTER, "r1.xml", "domain/r1", "domain/old", "old.*expired"))
        .map(BadStartTest::test);
  }

  @Test
  void shouldRefuseAKeyThatCannotBeRead() throws Exception {
    Assumptions.assumeFalse(
        System.getProperty("user.name").equals("root"), "root may read every file");
    Path key = copyIdentity("as1", "closed").resolveSibling("closed.key");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("---------"));
    String config = changed("as.xml", "domain/as1", "domain/closed");
    new BadStart("key", RoleJars.AS, List.of("--config", config), BadStart.USAGE, "closed.key")
        .check(lab);
    // Other tests copy the domain, which this file would keep them from.
    Files.delete(key);
  }

  private static Path copyIdentity(String name, String copy) throws IOException {
    Path from = lab.files().identity(name);
    for (String kind : List.of(".key", ".crt")) {
      Files.copy(
          from.resolveSibling(name + kind),
          from.resolveSibling(copy + kind),
          StandardCopyOption.COPY_ATTRIBUTES);
    }
    return from.resolveSibling(copy);
  }

  @Test
  void shouldSayWhichPortIsInUse() throws Exception {
    LabAddresses at = lab.at();
    try (ServerSocket as = taken(at.authorizationServer());
        ServerSocket codeServer = taken(at.codeServer());
        DatagramSocket overlay =
            new DatagramSocket(HostPort.parse(at.overlay2()).toSocketAddress())) {
      assertTrue(as.isBound() && codeServer.isBound() && overlay.isBound());
      List<RunningProgram> starts =
          List.of(lab.startAuthorizationServer(), lab.startCodeServer(), lab.startRouter("r2"));
      List<String> addresses = List.of(at.authorizationServer(), at.codeServer(), at.overlay2());
      for (int i = 0; i < starts.size(); i++) {
        RunningProgram process = starts.get(i);
        String address = addresses.get(i);
        assertEquals(BadStart.FAILED, process.awaitExit(), process::tail);
        assertEquals(1, complaints(process), process::tail);
        assertTrue(process.err().contains(address), process::tail);
        assertTrue(process.err().contains("in use"), process::tail);
      }
    }
  }

  /** A first start also says that it made a storage key. */
  private static long complaints(RunningProgram process) {
    return process.err().lines().filter(line -> !line.contains(" INFO ")).count();
  }

  private static ServerSocket taken(String address) throws IOException {
    ServerSocket socket = new ServerSocket();
    socket.bind(HostPort.parse(address).toSocketAddress());
    return socket;
  }

  @TestFactory
  Stream<DynamicTest> shouldAnswerWithoutServing() {
    return Map.of(
            RoleJars.AS,
            "as.xml",
            RoleJars.CODE_SERVER,
            "codeserver.xml",
            RoleJars.ROUTER,
            "r1.xml")
        .entrySet()
        .stream()
        .flatMap(
            role ->
                Stream.of("--validate", "--version", "--help")
                    .map(
                        option ->
                            DynamicTest.dynamicTest(
                                role.getValue() + " " + option,
                                () -> answer(role.getKey(), role.getValue(), option))));
  }

  private static void answer(Path jar, String config, String option) throws Exception {
    List<String> arguments =
        option.equals("--validate")
            ? List.of("--config", lab.files().file(config).toString(), option)
            : List.of(option);
    RunningProgram process = lab.run("answer", jar, arguments);
    assertEquals(0, process.awaitExit(), process::tail);
    assertEquals("", process.err());
    assertFalse(process.out().isBlank());
  }
}
