package dev.rosa.rings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Packet rings in a network namespace of their own, by JNI and by JNA. Needs no privilege where the
 * system permits unprivileged namespaces; elsewhere it is skipped.
 */
@Tag("jdk")
class PacketRingsTest {

  private static final List<String> NAMESPACE = List.of("unshare", "-Urnm");
  private static final String LIBRARY = "/dev/rosa/nativecode/linux-x86_64/librosa_rings.so";
  private static final long PATIENCE_SECONDS = 240;

  /**
   * A JVM in a namespace, and its scenarios one after the other.
   *
   * @param calls the binding of system calls, JNI or JNA
   * @param withBothCompilers whether results depend on them, as the amount of garbage and the CPU
   *     time of a wait do; other scenarios are over before the second compiler pays
   */
  private record Run(String calls, boolean withBothCompilers, List<String> scenarios) {

    String name() {
      return calls + (withBothCompilers ? "-optimised" : "");
    }
  }

  private static final List<String> MEASURED = List.of("idle", "garbage");

  private static final List<Run> RUNS =
      List.of(
          new Run(
              "JNI",
              false,
              List.of(
                  "bytes",
                  "trains",
                  "no-trains",
                  "small-link",
                  "oversize",
                  "wake-up",
                  "link-gone",
                  "no-link",
                  "workers",
                  "beats",
                  "checksum",
                  "overrun",
                  "tunnel",
                  "tunnel-end")),
          new Run(
              "JNA",
              false,
              List.of(
                  "bytes", "small-link", "oversize", "wake-up", "link-gone", "beats", "tunnel")),
          new Run("JNI", true, MEASURED),
          new Run("JNA", true, MEASURED));

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

  @TestFactory
  Stream<DynamicTest> shouldHoldInANamespaceOfItsOwn() {
    return RUNS.stream().flatMap(PacketRingsTest::tests);
  }

  private static Stream<DynamicTest> tests(Run run) {
    AtomicReference<String> said = new AtomicReference<>();
    return run.scenarios().stream()
        .map(
            scenario ->
                DynamicTest.dynamicTest(
                    scenario + " by " + run.calls(), () -> requireOk(scenario, run, said)));
  }

  private static void requireOk(String scenario, Run run, AtomicReference<String> said)
      throws IOException, InterruptedException {
    // A library that was built has to serve, and the lab's log says so.
    assumeTrue(
        run.calls().equals("JNA") || PacketRingsTest.class.getResource(LIBRARY) != null,
        () -> RingsLibrary.LIBRARY.unavailabilityCause().orElse(""));
    if (said.get() == null) {
      said.set(run(run.name(), command(run)));
    }
    assertTrue(said.get().lines().anyMatch((scenario + ": ok")::equals), said.get());
    assertEquals(run.calls().equals("JNI"), said.get().contains("ring calls: JNI"), said.get());
  }

  private static List<String> command(Run run) {
    List<String> command = new ArrayList<>(NAMESPACE);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-Xshare:auto"));
    command.add("-XX:TieredStopAtLevel=" + (run.withBothCompilers() ? 4 : 1));
    command.add("-Drosa.native=" + (run.calls().equals("JNA") ? "off" : "on"));
    if (Runtime.version().feature() >= ASKS_FOR_NATIVE_ACCESS) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(RingLab.class.getName());
    command.addAll(run.scenarios());
    return command;
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
