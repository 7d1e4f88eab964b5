package dev.rosa.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.client.demo.RoleJars;
import dev.rosa.client.process.RunningProgram;
import dev.rosa.identity.DomainAuthority;
import dev.rosa.identity.Role;
import dev.rosa.testkit.CompiledBundle;
import dev.rosa.testkit.HangUpSignal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
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
 * Tests of users' mistakes in a running domain. A mistake gets one line with cause and place, and
 * an exit code. A node that waits says so, and recovers.
 */
@Tag("endtoend")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class BadInputTest {

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

  @Test
  @Order(1)
  void shouldWaitForServersThatAreDownAndRecover() throws Exception {
    RunningProgram router = lab.startRouter("r1");
    RunningProgram as = lab.startAuthorizationServer();
    router.awaitReady();
    as.awaitReady();
    // Both wait for the Code Server without a warning at first, and half a minute later with one.
    router.await(Pattern.compile("WARN.*" + lab.at().codeServer()));
    as.await(Pattern.compile("WARN.*" + lab.at().codeServer()));
    assertEquals(0, lab.reading("r1").catalogued());
    assertTrue(router.isAlive() && as.isAlive());
    lab.startCodeServer().awaitReady();
    lab.startRouter("r2").awaitReady();
    lab.publishAndAwait();
  }

  @Test
  @Order(2)
  void shouldGoOnAndSayThatNothingIsReadAgainWhenHungUp() throws Exception {
    HangUpSignal.assumeItArrives();
    for (String node : List.of("as", "cs", "r1", "r2")) {
      RunningProgram process = lab.process(node);
      process.signal("HUP");
      process.await(Pattern.compile("INFO .*SIGHUP: nothing is read again"));
    }
    assertTrue(lab.reading("r1").catalogued() > 0);
  }

  @TestFactory
  @Order(2)
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

  private static BadStart publish(String what, Path bundle, String says) {
    return new BadStart(
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
        BadStart.FAILED,
        says);
  }

  @TestFactory
  @Order(3)
  Stream<DynamicTest> shouldRefuseARequestInOneLine() {
    return Stream.of(
            request(
                "SET before SST",
                "alice",
                BadStart.USAGE,
                "end",
                "--start",
                "1900000000",
                "--end",
                "1800000000"),
            request("long window", "alice", BadStart.FAILED, "window.*1h", "--seconds", "999999"),
            request(
                "long ago",
                "alice",
                BadStart.FAILED,
                "SST",
                "--start",
                "1000000000",
                "--seconds",
                "60"),
            request(
                "far ahead",
                "alice",
                BadStart.FAILED,
                "SST",
                "--start",
                "4000000000",
                "--seconds",
                "60"),
            request("no rule", "bob", BadStart.FAILED, "no rule.*bob", "--seconds", "60"),
            request("no window", "alice", BadStart.USAGE, "seconds"),
            request("unknown user", "carol", BadStart.FAILED, "carol", "--seconds", "60"),
            request(
                "refused suite",
                "alice",
                BadStart.FAILED,
                "HMAC-MD5",
                "--seconds",
                "60",
                "--suite",
                "HMAC-MD5"))
        .map(BadInputTest::test);
  }

  private static BadStart request(String what, String user, int exit, String says, String... more) {
    List<String> arguments = new ArrayList<>(List.of("request", "--code", "counter"));
    arguments.addAll(List.of("--identity", lab.files().identity(user).toString()));
    arguments.addAll(List.of("--as", lab.at().authorizationServer()));
    arguments.addAll(List.of("--source", "10.0.1.1", "--destination", "10.0.2.1"));
    arguments.addAll(List.of(more));
    return new BadStart(what, RoleJars.CLIENT, arguments, exit, says);
  }

  @Test
  @Order(4)
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
    RunningProgram one = startTwin("one", "domain/one");
    one.awaitReady();
    lab.process("cs").await(Pattern.compile("router/one"));
    RunningProgram two = startTwin("two", "twins/two");
    two.await(Pattern.compile("ERROR.*node id"));
    assertTrue(two.isAlive() && one.isAlive());
    assertFalse(one.said().contains("ERROR"), one::tail);
  }

  private static void issueRouter(Path domain, String name) throws Exception {
    DomainAuthority.open(domain)
        .issue(Role.ROUTER, name, DomainAuthority.DEFAULT_VALIDITY, OptionalInt.empty());
  }

  private static RunningProgram startTwin(String name, String identity) throws IOException {
    String config =
        lab.files()
            .router("r1", LabAddresses.one(), LabAddresses.one(), LabAddresses.one())
            .replace("domain/r1", identity);
    Path file = Files.write(folder.resolve(name + ".xml"), config.getBytes(StandardCharsets.UTF_8));
    return lab.run(name, RoleJars.ROUTER, List.of("--config", file.toString()));
  }

  @Test
  @Order(5)
  void shouldStopCleanlyWhenAskedTo() throws Exception {
    for (String node : List.of("r1", "r2", "cs", "as")) {
      RunningProgram process = lab.process(node);
      process.askToEnd();
      assertEquals(0, process.awaitExit(), process::tail);
      assertTrue(process.said().contains("stopped"), process::tail);
      assertFalse(process.said().contains("Exception"), process::tail);
    }
  }
}
