package dev.rosa.code;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.client.process.JavaHome;
import dev.rosa.client.process.Program;
import dev.rosa.client.process.RunningProgram;
import dev.rosa.endtoend.Figures;
import dev.rosa.testkit.CompiledBundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same packets and bundles on each JDK that is installed, in the interpreter and in code of
 * each compiler, in two locales: verdicts, bytes and fuel are the same.
 */
class CodeSameTest {

  private static final boolean FULL = Boolean.getBoolean("rosa.code.full");
  private static final int PROGRAMS = Integer.getInteger("rosa.code.programs", 6);
  private static final int PACKETS = Integer.getInteger("rosa.code.packets", 40);
  private static final Duration PATIENCE = Duration.ofHours(2);

  private static final List<String> MODES =
      List.of("-Xint", "-XX:TieredStopAtLevel=1", "-XX:-TieredCompilation");

  private static final List<String> LOCALES =
      List.of(
          "-Duser.language=en -Dfile.encoding=UTF-8",
          "-Duser.language=tr -Dfile.encoding=ISO-8859-1");

  /** A program that asks for what differs between JVMs, as far as it is on the list. */
  private static final String SENSITIVE =
      """
      java.util.Map<Object, Integer> m = new java.util.HashMap<>();
      java.util.Set<String> s = new java.util.HashSet<>(java.util.Set.of("a", "b", "c", "d", "e"));
      for (String t : s) { m.put(t + m.size(), t.hashCode()); }
      m.put(new Object(), 3);
      StringBuilder b = new StringBuilder().append(m.toString()).append(new Object().hashCode());
      b.append((int) (StrictMath.sin(packet.payloadLength()) * 1e6)).append(this.toString());
      Integer[] v = new Integer[50];
      java.util.Random r = new java.util.Random(5);
      for (int i = 0; i < v.length; i++) { v[i] = r.nextInt(9); }
      int[] calls = new int[1];
      java.util.Arrays.sort(v, (x, y) -> { calls[0]++; return x.compareTo(y); });
      b.append(calls[0]).append(java.util.Arrays.toString(v)).append("i".equalsIgnoreCase("I"));
      try { Object o = null; o.hashCode(); } catch (NullPointerException e) { b.append(e.getMessage()); }
      try { b.append(v[60]); } catch (RuntimeException e) { b.append(e.getMessage()).append(e); }
      try { Object o = v; b.append((String) o); } catch (ClassCastException e) { b.append(e); }
      byte[] out = b.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8);
      packet.replacePayload(out, 0, Math.min(out.length, 1400));
      """;

  @TempDir private Path folder;

  @Test
  void shouldGiveTheSameOnEachJvm() throws Exception {
    writeBundles();
    List<List<String>> jvms = jvms();
    List<String> expected = null;
    List<String> different = new ArrayList<>();
    for (List<String> jvm : jvms) {
      List<String> lines = run(jvm);
      expected = expected == null ? lines : expected;
      if (!lines.equals(expected)) {
        different.add(jvm + ": " + difference(expected, lines));
      }
    }
    Figures.of("same")
        .put("JVMs", jvms.size())
        .put("bundles", expected.size())
        .put("packets", (long) jvms.size() * expected.size() * PACKETS)
        .put("differences", different.size())
        .write();
    assertEquals(List.of(), different);
    assertTrue(expected.size() >= PROGRAMS);
  }

  private static String difference(List<String> expected, List<String> lines) {
    List<String> others = new ArrayList<>(lines);
    others.removeAll(expected);
    return String.join("; ", others);
  }

  private void writeBundles() throws IOException {
    for (int seed = 0; seed < PROGRAMS; seed++) {
      CompiledBundle bundle = ProgramWriter.bundle(1_000 + seed, ProgramWriter.Style.RICH);
      Files.write(folder.resolve("program-%03d.jar".formatted(seed)), bundle.jar());
    }
    Files.write(folder.resolve("sensitive.jar"), CompiledBundle.onPacket(SENSITIVE).jar());
    for (String example : List.of("counter", "transcoder")) {
      Path jar = examples().resolve(example).resolve("target").resolve(example + ".jar");
      if (Files.exists(jar)) {
        Files.copy(jar, folder.resolve(example + ".jar"));
      }
    }
  }

  private static Path examples() {
    return Path.of(System.getProperty("basedir", "."), "..", "examples").toAbsolutePath();
  }

  /** Java and its options: all combinations, or in the suite each mode and each JDK once. */
  private static List<List<String>> jvms() throws IOException {
    List<List<String>> all = new ArrayList<>();
    List<String> javas = javas();
    for (String java : javas) {
      for (String mode : MODES) {
        for (String locale : LOCALES) {
          List<String> jvm = new ArrayList<>(List.of(java, mode));
          jvm.addAll(List.of(locale.split(" ")));
          all.add(jvm);
        }
      }
    }
    if (FULL) {
      return all;
    }
    // The interpreter here, the second compiler elsewhere.
    return List.of(all.get(0), all.get(all.size() - 1));
  }

  /** This JDK, and the others that are installed. */
  private static List<String> javas() throws IOException {
    List<String> javas = new ArrayList<>(List.of(JavaHome.current().command(List.of()).get(0)));
    Path installed = Path.of("/usr/lib/jvm");
    if (Files.isDirectory(installed)) {
      try (Stream<Path> homes = Files.list(installed)) {
        homes
            .filter(home -> !Files.isSymbolicLink(home) && home.toString().contains("25"))
            .map(home -> home.resolve("bin").resolve("java"))
            .filter(Files::isExecutable)
            .map(Path::toString)
            .sorted()
            .forEach(javas::add);
      }
    }
    return javas;
  }

  private List<String> run(List<String> jvm) throws Exception {
    List<String> command = new ArrayList<>(jvm);
    command.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            SameRun.class.getName(),
            folder.toString(),
            Integer.toString(PACKETS)));
    Path output = folder.resolve("output.txt");
    try (RunningProgram running = Program.of("same", command).writing(output).start()) {
      int exit = running.awaitExit(PATIENCE);
      assertEquals(0, exit, () -> jvm + running.out());
      return running.out().lines().filter(line -> line.contains(".jar ")).toList();
    }
  }
}
