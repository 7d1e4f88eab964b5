package dev.rosa.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rosa.client.process.Program;
import dev.rosa.client.process.Program.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of the systemd units in {@code config/systemd}: their JVM, their privileges, their form.
 */
@Tag("jdk")
class ServiceUnitsTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path UNITS = ROOT.resolve("config/systemd");

  /** Given by the launcher where the system has huge pages, and by the unit always. */
  private static final String HUGE_PAGES = "-XX:+UseTransparentHugePages";

  private static final List<String> HARDENING =
      List.of(
          "NoNewPrivileges=yes",
          "ProtectSystem=strict",
          "ProtectHome=yes",
          "PrivateTmp=yes",
          "PrivateDevices=yes",
          "ProtectProc=invisible",
          "ProtectKernelTunables=yes",
          "ProtectKernelModules=yes",
          "ProtectKernelLogs=yes",
          "ProtectControlGroups=yes",
          "ProtectClock=yes",
          "ProtectHostname=yes",
          "RestrictNamespaces=yes",
          "RestrictRealtime=yes",
          "RestrictSUIDSGID=yes",
          "LockPersonality=yes",
          "KeyringMode=private",
          "RemoveIPC=yes",
          "SystemCallArchitectures=native",
          "SystemCallFilter=@system-service",
          "SystemCallErrorNumber=EPERM",
          "UMask=0077",
          "LimitCORE=0",
          "Type=exec",
          "Restart=on-failure",
          "SuccessExitStatus=143",
          "StateDirectoryMode=0700");

  @TempDir private Path directory;

  private static Path unit(String role) {
    return UNITS.resolve("rosa-" + role + ".service");
  }

  private static List<String> lines(String role) throws IOException {
    return Files.readAllLines(unit(role));
  }

  /** Values of a setting, in their order. */
  private static List<String> values(String role, String setting) throws IOException {
    return lines(role).stream()
        .filter(line -> line.startsWith(setting + "="))
        .map(line -> line.substring(setting.length() + 1))
        .toList();
  }

  private static List<String> command(String role) throws IOException {
    List<String> starts = values(role, "ExecStart");
    assertEquals(1, starts.size());
    return List.of(starts.get(0).split(" "));
  }

  /** Options of the JVM in a command line. */
  private static List<String> options(List<String> command) {
    return command.subList(1, command.indexOf("-jar"));
  }

  private Outcome run(Program program) throws IOException, InterruptedException {
    return program.writing(directory.resolve("out"), directory.resolve("err")).run();
  }

  /** The command line that the launcher would start, by a Java that prints it. */
  private List<String> launched(String role) throws Exception {
    Path bin = Files.createDirectories(directory.resolve("java/bin"));
    Files.writeString(directory.resolve("java/release"), "JAVA_VERSION=\"17.0.1\"\n");
    Path java = Files.writeString(bin.resolve("java"), "#!/bin/sh\nprintf '%s\\n' java \"$@\"\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
    Outcome ended =
        run(
            Program.of(ROOT.resolve("rosa").toString(), role, "--config", "FILE")
                .with("ROSA_NO_BUILD", "1")
                .with("ROSA_JAVA_OPTS", "")
                .with("JAVA_HOME", bin.getParent().toString()));
    assertEquals(0, ended.exit(), ended.err());
    return ended.out().lines().toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"as", "codeserver", "router", "firewall", "proxy"})
  void shouldGiveTheJvmTheOptionsOfTheLauncher(String role) throws Exception {
    List<String> expected =
        new ArrayList<>(
            options(launched(role)).stream()
                .filter(option -> !option.startsWith("-Drosa.") && !option.equals(HUGE_PAGES))
                .toList());
    assertTrue(expected.contains("-XX:+ErrorFileToStderr"), expected::toString);
    if (role.equals("router")) {
      expected.add(HUGE_PAGES);
    }

    List<String> command = command(role);

    assertEquals(
        expected,
        options(command).stream().filter(option -> !option.startsWith("-Drosa.")).toList());
    assertEquals("/usr/bin/java", command.get(0));
    assertEquals(
        List.of("/opt/rosa/rosa-" + role + ".jar", "--config", "/etc/rosa/" + role + ".xml"),
        command.subList(command.indexOf("-jar") + 1, command.size()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"as", "codeserver", "router", "firewall", "proxy"})
  void shouldNameOnlyOptionsThatThisJvmKnows(String role) throws Exception {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(options(command(role)));
    words.add("-version");

    Outcome ended = run(Program.of(words.toArray(String[]::new)));

    assertEquals(0, ended.exit(), ended.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"as", "codeserver", "router", "firewall", "proxy"})
  void shouldHaveEachLineOfHardening(String role) throws Exception {
    List<String> missing = new ArrayList<>(HARDENING);
    missing.removeAll(lines(role));
    assertEquals(List.of(), missing);
    assertEquals(List.of("rosa-" + role), values(role, "User"));
    assertEquals(List.of("rosa-" + role), values(role, "StateDirectory"));
  }

  @ParameterizedTest
  @CsvSource({
    "as, ''",
    "codeserver, ''",
    "router, CAP_NET_ADMIN CAP_NET_RAW",
    "firewall, CAP_NET_ADMIN",
    "proxy, CAP_NET_ADMIN CAP_NET_RAW"
  })
  void shouldHaveTheCapabilitiesOfTheRoleAndNoOthers(String role, String capabilities)
      throws Exception {
    assertEquals(List.of(capabilities), values(role, "CapabilityBoundingSet"));
    assertEquals(
        Stream.of(capabilities).filter(some -> !some.isEmpty()).toList(),
        values(role, "AmbientCapabilities"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"router", "proxy"})
  void shouldLeaveTheKeeperItsTimeWhenTheServiceStops(String role) throws Exception {
    assertEquals(List.of("-/bin/kill -TERM $MAINPID"), values(role, "ExecStop"));
    assertEquals(List.of("SIGCONT"), values(role, "KillSignal"));
    assertEquals(List.of(), values(role, "KillMode"));
  }

  @Test
  void shouldReloadTheProxyAlone() throws Exception {
    for (String role : List.of("as", "codeserver", "router", "firewall")) {
      assertEquals(List.of(), values(role, "ExecReload"), role);
    }
    assertEquals(List.of("/bin/kill -HUP $MAINPID"), values("proxy", "ExecReload"));
  }

  @Test
  void shouldMakeAUserForEachService() throws Exception {
    String users = Files.readString(UNITS.resolve("rosa.sysusers"));
    for (String role : List.of("as", "codeserver", "router", "firewall", "proxy")) {
      Pattern line =
          Pattern.compile("(?m)^u rosa-%1$s +- \"[^\"]+\" +/var/lib/rosa-%1$s$".formatted(role));
      assertTrue(line.matcher(users).find(), role);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"as", "codeserver", "router", "firewall", "proxy"})
  void shouldBeUnderstoodBySystemd(String role) throws Exception {
    Path analyze = Path.of("/usr/bin/systemd-analyze");
    assumeTrue(Files.isExecutable(analyze), "systemd is not installed here");

    Outcome ended =
        run(Program.of(analyze.toString(), "verify", "--man=no", unit(role).toString()));

    // Other lines are of units and programs of this system.
    assertEquals(
        List.of(),
        ended
            .err()
            .lines()
            .filter(line -> line.contains(unit(role).getFileName() + ":"))
            .filter(line -> !line.contains("/usr/bin/java"))
            .toList());
  }
}
