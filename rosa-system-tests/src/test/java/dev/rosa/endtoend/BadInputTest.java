package dev.rosa.endtoend;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bundle.CompiledBundle;
import dev.rosa.client.demo.RoleJars;
import dev.rosa.config.HostPort;
import dev.rosa.identity.DomainAuthority;
import dev.rosa.identity.Role;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
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
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * What goes wrong at a person's hands, as that person sees it: one line that says what and where,
 * and an exit code; or a node that waits, says so, and recovers.
 */
@Tag("endtoend")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class BadInputTest {

  private static final int FAILED = 1;
  private static final int USAGE = 2;

  @TempDir static Path folder;
  private static Lab lab;

  @RegisterExtension static final LabLogs LOGS = new LabLogs(() -> lab);

  /** A start that must fail. */
  private record Start(String what, Path jar, List<String> arguments, int exit, String says) {}

  @BeforeAll
  static void create() throws Exception {
    lab = Lab.create(folder, LabAddresses.one());
  }

  @AfterAll
  static void end() {
    lab.close();
  }

  private static DynamicTest test(Start start) {
    return DynamicTest.dynamicTest(
        start.what(),
        () -> {
          LabProcess process = lab.run("bad", start.jar(), start.arguments());
          checkRefused(process, start.exit(), start.says());
        });
  }

  private static void checkRefused(LabProcess process, int exit, String says) throws Exception {
    int status = process.awaitExit();
    assertAll(
        () -> assertEquals(exit, status),
        () -> assertEquals("", process.out()),
        () -> assertEquals(1, process.err().lines().count(), process::tail),
        () -> assertTrue(Pattern.compile(says).matcher(process.err()).find(), process::tail));
  }

  /** A copy of a configuration with one thing replaced. */
  private static String changed(String config, String old, String replacement) throws IOException {
    String text = Files.readString(lab.files().file(config));
    assertTrue(text.contains(old), () -> config + " has no " + old);
    Path file = Files.createTempFile(folder, "changed-", "-" + config);
    Files.writeString(file, text.replace(old, replacement));
    return file.toString();
  }

  private static Start config(
      String what, Path jar, String config, String old, String replacement, String says)
      throws IOException {
    String file = changed(config, old, replacement);
    return new Start(what, jar, List.of("--config", file), USAGE, says);
  }

  @TestFactory
  @Order(1)
  Stream<DynamicTest> shouldRefuseAConfigurationInOneLine() throws Exception {
    String bad = "<colour>blue</colour>";
    List<Start> starts = new ArrayList<>();
    starts.add(
        config(
            "unknown key, AS",
            RoleJars.AS,
            "as.xml",
            "<users>",
            bad + "<users>",
            "as.xml:7: .*colour"));
    starts.add(
        config(
            "unknown key, CS",
            RoleJars.CODE_SERVER,
            "codeserver.xml",
            "<routers>",
            bad + "<routers>",
            "codeserver.xml:6: .*colour"));
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
            "max-window=\"1h\"",
            "max-window=\"60\"",
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
    starts.add(new Start("no configuration", RoleJars.ROUTER, List.of(), USAGE, "--config"));
    starts.add(
        new Start(
            "no such file",
            RoleJars.AS,
            List.of("--config", "/no/such.xml"),
            USAGE,
            "/no/such.xml"));
    return starts.stream().map(BadInputTest::test);
  }

  @TestFactory
  @Order(2)
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
        .map(BadInputTest::test);
  }

  @Test
  @Order(3)
  void shouldRefuseAKeyThatCannotBeRead() throws Exception {
    Assumptions.assumeFalse(
        System.getProperty("user.name").equals("root"), "root may read every file");
    Path key = copyIdentity("as1", "closed").resolveSibling("closed.key");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("---------"));
    String config = changed("as.xml", "domain/as1", "domain/closed");
    checkRefused(lab.run("bad", RoleJars.AS, List.of("--config", config)), USAGE, "closed.key");
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
  @Order(4)
  void shouldSayWhichPortIsInUse() throws Exception {
    LabAddresses at = lab.at();
    try (ServerSocket as = taken(at.authorizationServer());
        ServerSocket codeServer = taken(at.codeServer());
        ServerSocket status = taken(at.status1());
        DatagramSocket overlay =
            new DatagramSocket(HostPort.parse(at.overlay2()).toSocketAddress())) {
      assertTrue(as.isBound() && codeServer.isBound() && status.isBound() && overlay.isBound());
      List<LabProcess> starts =
          List.of(
              lab.startAuthorizationServer(),
              lab.startCodeServer(),
              lab.startRouter("r1"),
              lab.startRouter("r2"));
      List<String> addresses =
          List.of(at.authorizationServer(), at.codeServer(), at.status1(), at.overlay2());
      for (int i = 0; i < starts.size(); i++) {
        LabProcess process = starts.get(i);
        String address = addresses.get(i);
        assertEquals(FAILED, process.awaitExit(), process::tail);
        assertEquals(1, process.err().lines().count(), process::tail);
        assertTrue(process.err().contains(address), process::tail);
        assertTrue(process.err().contains("in use"), process::tail);
      }
    }
  }

  private static ServerSocket taken(String address) throws IOException {
    ServerSocket socket = new ServerSocket();
    socket.bind(HostPort.parse(address).toSocketAddress());
    return socket;
  }

  @TestFactory
  @Order(5)
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
    LabProcess process = lab.run("answer", jar, arguments);
    assertEquals(0, process.awaitExit(), process::tail);
    assertEquals("", process.err());
    assertFalse(process.out().isBlank());
  }

  @Test
  @Order(6)
  void shouldWaitForServersThatAreDownAndRecover() throws Exception {
    LabProcess router = lab.startRouter("r1");
    router.awaitReady();
    router.awaitLine(Pattern.compile("WARN.*" + lab.at().codeServer()));
    assertEquals(0, lab.reading("r1").catalogued());
    LabProcess as = lab.startAuthorizationServer();
    as.awaitReady();
    as.awaitLine(Pattern.compile("WARN.*" + lab.at().codeServer()));
    assertTrue(router.isAlive() && as.isAlive());
    lab.startCodeServer().awaitReady();
    lab.startRouter("r2").awaitReady();
    lab.publishAndAwait();
  }

  @TestFactory
  @Order(7)
  Stream<DynamicTest> shouldRefuseABundleInOneLine() throws Exception {
    Path text = Files.writeString(folder.resolve("text.jar"), "no jar at all");
    Path empty =
        bundle("empty.jar", CompiledBundle.onPacket("").attribute("Rosa-Entry-Class", null));
    byte[] noise = new byte[3 << 20];
    new Random(1).nextBytes(noise);
    Path large = bundle("large.jar", CompiledBundle.onPacket("").file("noise.bin", noise));
    Path exit = bundle("exit.jar", CompiledBundle.onPacket("System.exit(1);"));
    return Stream.of(
            publish("not a jar", text, "jar"),
            publish("no entry class", empty, "Rosa-Entry-Class"),
            publish("too large", large, "1 ?MiB|1048576|larger"),
            publish("allow-list", exit, "App.onPacket.*App.java:\\d+.*System.exit"))
        .map(BadInputTest::test);
  }

  private static Path bundle(String name, CompiledBundle bundle) throws IOException {
    return Files.write(folder.resolve(name), bundle.jar());
  }

  private static Start publish(String what, Path bundle, String says) {
    return new Start(
        what,
        RoleJars.CLIENT,
        List.of(
            "code",
            "publish",
            bundle.toString(),
            "--identity",
            lab.files().identity("carol").toString(),
            "--code-server",
            lab.at().codeServer()),
        FAILED,
        says);
  }

  @TestFactory
  @Order(8)
  Stream<DynamicTest> shouldRefuseARequestInOneLine() {
    return Stream.of(
            request(
                "SET before SST",
                "alice",
                USAGE,
                "end",
                "--start",
                "1900000000",
                "--end",
                "1800000000"),
            request("long window", "alice", FAILED, "window.*1h", "--seconds", "999999"),
            request("long ago", "alice", FAILED, "SST", "--start", "1000000000", "--seconds", "60"),
            request(
                "far ahead", "alice", FAILED, "SST", "--start", "4000000000", "--seconds", "60"),
            request("no rule", "bob", FAILED, "no rule.*bob", "--seconds", "60"),
            request("no window", "alice", USAGE, "seconds"),
            request("unknown user", "carol", FAILED, "carol", "--seconds", "60"),
            request(
                "refused suite",
                "alice",
                FAILED,
                "HMAC-MD5",
                "--seconds",
                "60",
                "--suite",
                "HMAC-MD5"))
        .map(BadInputTest::test);
  }

  private static Start request(String what, String user, int exit, String says, String... more) {
    List<String> arguments = new ArrayList<>(List.of("request", "--code", "counter"));
    arguments.addAll(List.of("--identity", lab.files().identity(user).toString()));
    arguments.addAll(List.of("--as", lab.at().authorizationServer()));
    arguments.addAll(List.of("--source", "10.0.1.1", "--destination", "10.0.2.1"));
    arguments.addAll(List.of(more));
    return new Start(what, RoleJars.CLIENT, arguments, exit, says);
  }

  @Test
  @Order(9)
  void shouldRefuseASecondRouterWithTheSameNodeId() throws Exception {
    Path twins = Files.createDirectory(folder.resolve("twins"));
    Path domain = lab.files().identity("ca").getParent();
    try (Stream<Path> files = Files.list(domain)) {
      for (Path file : files.toList()) {
        Files.copy(file, twins.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
    issueRouter(domain, "one");
    issueRouter(twins, "two");
    LabProcess one = startTwin("one", "domain/one");
    one.awaitReady();
    lab.process("cs").awaitLine(Pattern.compile("router/one"));
    LabProcess two = startTwin("two", "twins/two");
    two.awaitLine(Pattern.compile("ERROR.*node id"));
    assertTrue(two.isAlive() && one.isAlive());
    assertFalse(one.said().contains("ERROR"), one::tail);
  }

  private static void issueRouter(Path domain, String name) throws Exception {
    DomainAuthority.open(domain)
        .issue(Role.ROUTER, name, DomainAuthority.DEFAULT_VALIDITY, OptionalInt.empty());
  }

  private static LabProcess startTwin(String name, String identity) throws IOException {
    String config =
        lab.files()
            .router("r1", LabAddresses.one(), LabAddresses.one(), LabAddresses.one())
            .replace("domain/r1", identity);
    Path file = Files.write(folder.resolve(name + ".xml"), config.getBytes(StandardCharsets.UTF_8));
    return lab.run(name, RoleJars.ROUTER, List.of("--config", file.toString()));
  }

  @Test
  @Order(10)
  void shouldStopCleanlyWhenAskedTo() throws Exception {
    for (String node : List.of("r1", "r2", "cs", "as")) {
      LabProcess process = lab.process(node);
      process.askToEnd();
      assertEquals(0, process.awaitExit(), process::tail);
      assertTrue(process.said().contains("stopped"), process::tail);
      assertFalse(process.said().contains("Exception"), process::tail);
    }
  }
}
