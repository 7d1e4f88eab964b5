package dev.rosa.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.client.process.Program;
import dev.rosa.client.process.Program.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the messages of the {@code rosa} script before a JVM starts. */
@Tag("jdk")
class LauncherTest {

  private static final String ROSA = Path.of("..", "rosa").toAbsolutePath().normalize().toString();

  /** The jars without which the launcher builds. */
  private static final List<String> JARS =
      List.of(
          "rosa-as/target/rosa-as.jar",
          "rosa-codeserver/target/rosa-codeserver.jar",
          "rosa-router/target/rosa-router.jar",
          "rosa-firewall/target/rosa-firewall.jar",
          "rosa-proxy/target/rosa-proxy.jar",
          "rosa-client/target/rosa.jar",
          "rosa-bench/target/rosa-bench.jar",
          "examples/transcoder/target/transcoder.jar",
          "examples/counter/target/counter.jar");

  @TempDir private Path directory;

  private Outcome run(String javaHome, String... command) throws IOException, InterruptedException {
    return Program.of(command)
        .with("ROSA_NO_BUILD", "1")
        .with("JAVA_HOME", javaHome)
        .writing(directory.resolve("out"), directory.resolve("err"))
        .run();
  }

  private static String usableJava() {
    return System.getProperty("java.home");
  }

  @ParameterizedTest
  @CsvSource({"sned, send", "codserver, codeserver", "rooter, router", "demoo, demo"})
  void shouldSuggestTheCommandThatWasMeantWhenItIsMistyped(String typed, String meant)
      throws Exception {
    Outcome ended = run(usableJava(), ROSA, typed);
    assertEquals(2, ended.exit());
    assertEquals(
        "rosa: there is no command '%s', did you mean '%s'?; ./rosa help lists them\n"
            .formatted(typed, meant),
        ended.err());
  }

  @Test
  void shouldSuggestNothingWhenNoCommandIsNear() throws Exception {
    assertEquals(
        "rosa: there is no command 'xyzzyx'; ./rosa help lists them\n",
        run(usableJava(), ROSA, "xyzzyx").err());
  }

  @Test
  void shouldRefuseALabOfTwoNetworks() throws Exception {
    Outcome ended = run(usableJava(), ROSA, "lab", "--proxy", "--firewall");

    assertEquals(2, ended.exit());
    assertEquals(
        "rosa lab: --proxy and --firewall are networks of their own: leave one of them out\n",
        ended.err());
  }

  @ParameterizedTest
  @CsvSource({
    "as, rule add",
    "codeserver, code withdraw",
    "router, ''",
    "as, ''",
    "firewall, allow add",
    "firewall, ''"
  })
  void shouldShowUsageThatCanBeTypedWhenHelpIsAskedForARole(String role, String command)
      throws Exception {
    List<String> words = new ArrayList<>(List.of(ROSA, "help", role));
    words.addAll(List.of(command.split(" ")));
    words.remove("");

    Outcome ended = run(usableJava(), words.toArray(String[]::new));

    assertEquals(0, ended.exit(), ended.err());
    String typed = command.isEmpty() ? " [-hV]" : " --config=FILE " + command + " ";
    assertTrue(ended.out().contains("Usage: ./rosa " + role + typed), ended.out());
    assertTrue(ended.out().contains("Exit codes:"), ended.out());
    assertTrue(!command.isEmpty() || ended.out().contains("Examples:"), ended.out());
  }

  @ParameterizedTest
  @CsvSource({"help, router", "router, --help"})
  void shouldBuildNothingWhenHelpIsAskedForAndJarsAreOlder(String first, String second)
      throws Exception {
    Path root = Path.of(ROSA).getParent();
    Path copy = Files.copy(Path.of(ROSA), directory.resolve("rosa"));
    for (String jar : JARS) {
      Path link = directory.resolve(jar);
      Files.createDirectories(link.getParent());
      Files.createSymbolicLink(link, root.resolve(jar));
    }
    Files.writeString(directory.resolve("pom.xml"), "newer than the jars, and cannot be built");

    Outcome ended =
        Program.of(copy.toString(), first, second)
            .with("ROSA_NO_BUILD", "")
            .with("JAVA_HOME", usableJava())
            .writing(directory.resolve("out"), directory.resolve("err"))
            .run();

    assertEquals("", ended.err());
    assertEquals(0, ended.exit());
    assertTrue(ended.out().contains("Usage: ./rosa router"), ended.out());
  }

  @Test
  void shouldNotWaitForALockThatAnyReaderOfTheSourcesCanTake() throws Exception {
    Path copy = Files.copy(Path.of(ROSA), directory.resolve("rosa"));
    Path sources = Files.writeString(directory.resolve("pom.xml"), "can be read by all");
    Path maven = Files.createDirectory(directory.resolve("bin")).resolve("mvn");
    Files.writeString(maven, "#!/bin/sh\nexit 1\n");
    Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwx------"));

    // The lock is held as long as the launcher runs.
    Outcome ended =
        Program.of("flock", sources.toString(), "timeout", "60", copy.toString(), "as")
            .with("ROSA_NO_BUILD", "")
            .with("JAVA_HOME", usableJava())
            .with("PATH", maven.getParent() + ":" + System.getenv("PATH"))
            .writing(directory.resolve("out"), directory.resolve("err"))
            .run();

    assertEquals(1, ended.exit(), ended.err());
    assertTrue(ended.err().contains("building"), ended.err());
    assertFalse(ended.err().contains("another ./rosa is building"), ended.err());
    Path lock = directory.resolve("target/rosa-build.lock");
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(lock)));
  }

  @Test
  void shouldWorkWhenItIsStartedByAnotherShell() throws Exception {
    Outcome ended = run(usableJava(), "sh", ROSA, "help");
    assertEquals(0, ended.exit(), ended.err());
    assertTrue(ended.out().startsWith("ROSA: "), ended.out());
  }

  @Test
  void shouldSayOnceWhichJavaItUsesWhenJavaHomeHasNone() throws Exception {
    Outcome ended = run("/nope", ROSA, "vectors", "--help");
    assertEquals(0, ended.exit(), ended.err());
    assertTrue(
        ended
            .err()
            .matches(
                "rosa: JAVA_HOME is /nope, which has no Java of version 17 or newer: using /.*\n"),
        ended.err());
  }
}
