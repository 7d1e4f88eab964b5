package dev.rosa.rings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Packet rings in a network namespace of their own, by JNI and by JNA. Needs no privilege where the
 * system permits unprivileged namespaces; elsewhere it is skipped.
 */
class PacketRingsTest {

  private static final List<String> NAMESPACE = List.of("unshare", "-Urnm");
  private static final String LIBRARY = "/dev/rosa/nativecode/linux-x86_64/librosa_rings.so";
  private static final long PATIENCE_SECONDS = 240;

  /**
   * Scenarios whose result depends on both compilers: the amount of garbage, and the CPU time of a
   * wait.
   */
  private static final Set<String> WITH_BOTH_COMPILERS = Set.of("garbage", "idle");

  /** From here on loading native code has to be allowed, or the JVM says so. */
  private static final int ASKS_FOR_NATIVE_ACCESS = 22;

  @BeforeAll
  static void needsNamespaces() throws IOException, InterruptedException {
    List<String> tried = new ArrayList<>(NAMESPACE);
    tried.addAll(List.of("ip", "link", "add", "veth0", "type", "veth", "peer", "name", "veth1"));
    String said;
    try {
      said = run("attempt", tried);
    } catch (IOException e) {
      said = e.getMessage();
    }
    String why = said;
    assumeTrue(why.isEmpty(), () -> "no network namespaces to be had here: " + why);
  }

  @ParameterizedTest(name = "{0} by {1}")
  @CsvSource({
    "bytes, JNI",
    "bytes, JNA",
    "trains, JNI",
    "no-trains, JNI",
    "small-link, JNI",
    "small-link, JNA",
    "oversize, JNI",
    "oversize, JNA",
    "wake-up, JNI",
    "wake-up, JNA",
    "link-gone, JNI",
    "link-gone, JNA",
    "no-link, JNI",
    "workers, JNI",
    "idle, JNI",
    "idle, JNA",
    "garbage, JNI",
    "garbage, JNA",
    "beats, JNI",
    "beats, JNA",
    "checksum, JNI",
    "overrun, JNI",
    "tunnel, JNI",
    "tunnel, JNA",
    "tunnel-end, JNI",
  })
  void shouldHoldInANamespaceOfItsOwn(String scenario, String calls)
      throws IOException, InterruptedException {
    // A library that was built has to serve, and the lab's log says so.
    assumeTrue(
        calls.equals("JNA") || PacketRingsTest.class.getResource(LIBRARY) != null,
        () -> RingsLibrary.LIBRARY.unavailabilityCause().orElse(""));

    String said = run(scenario + "-" + calls, command(scenario, calls));

    assertTrue(said.endsWith("ok\n"), said);
    assertEquals(calls.equals("JNI"), said.contains("ring calls: JNI"), said);
  }

  private static List<String> command(String scenario, String calls) {
    List<String> command = new ArrayList<>(NAMESPACE);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-Xshare:auto"));
    command.addAll(compilers(scenario));
    command.add("-Drosa.native=" + (calls.equals("JNA") ? "off" : "on"));
    if (Runtime.version().feature() >= ASKS_FOR_NATIVE_ACCESS) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(RingLab.class.getName(), scenario));
    return command;
  }

  /** As this JVM was told: most scenarios are over before the second one pays. */
  private static List<String> compilers(String scenario) {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith("-XX:TieredStopAtLevel="))
        .filter(option -> !WITH_BOTH_COMPILERS.contains(scenario))
        .toList();
  }

  /** Waits, and returns what it said. */
  private static String run(String name, List<String> command)
      throws IOException, InterruptedException {
    Path folder = Path.of(System.getProperty("basedir", ""), "target", "rings").toAbsolutePath();
    Path output = Files.createDirectories(folder).resolve(name + ".txt");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), name + " does not end");
      return Files.readString(output, StandardCharsets.UTF_8);
    } finally {
      process.destroyForcibly();
    }
  }
}
