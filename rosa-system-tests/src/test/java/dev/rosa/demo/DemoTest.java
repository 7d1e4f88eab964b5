package dev.rosa.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoTest {

  private static final Path HOME = Path.of("").toAbsolutePath().getParent();
  private static final int ATTACKS = 12;

  /** Far beyond what it takes, also on a machine that does ten other things. */
  private static final int WITHIN_SECONDS = 480;

  @TempDir Path directory;

  @Test
  void shouldDeliverTheAudioAndRefuseEveryAttackWhenTheDemoRuns() throws Exception {
    Path kept = directory.resolve("kept with space");
    Ended demo = run("demo", "--json", "--seconds", "2", "--keep", kept.toString());
    checkReport(demo, kept);
  }

  @Test
  void shouldRunOnTheKernelsPacketPathWhereALabCanBeHad() throws Exception {
    Path kept = directory.resolve("kept");
    Process check = new ProcessBuilder(HOME.resolve("lab/lab.sh").toString(), "--check").start();
    Assumptions.assumeTrue(check.waitFor() == 0, "there can be no lab here");
    String demo = HOME.resolve("rosa").toString();
    Ended ended =
        start(List.of(demo, "demo", "--json", "--seconds", "2", "--keep", kept.toString()));
    assertTrue(ended.err().contains("demo on the kernel's own packet path"), ended.err());
    checkReport(ended, kept);
  }

  private static void checkReport(Ended demo, Path kept) throws IOException {
    assertEquals(0, demo.exitCode(), demo.err());
    JsonNode report = new ObjectMapper().readTree(demo.out());
    assertTrue(report.path("success").asBoolean(), demo.out());
    assertEquals(100, report.at("/audio/packetsReceived").asInt());
    assertEquals(100, report.at("/routers/0/applications/transcoder/transcoded").asInt());
    assertEquals(100, report.at("/routers/1/applications/transcoder/passed").asInt());
    assertEquals(ATTACKS, report.path("attacks").size());
    report.path("attacks").forEach(a -> assertTrue(a.path("refused").asBoolean(), a.toString()));
    assertEquals(2 * 8_000, muLawBytes(kept.resolve("received.wav")));
  }

  @Test
  void shouldRefuseInOneLineWhenTheAudioIsNone() throws Exception {
    Path text = Files.writeString(directory.resolve("notes.wav"), "la la la");
    Ended demo = run("demo", "--audio", text.toString());

    assertEquals(2, demo.exitCode());
    assertEquals(1, demo.err().lines().count(), demo.err());
    assertTrue(demo.err().contains("expected WAV"), demo.err());
    assertEquals("", demo.out());
  }

  @Test
  void shouldSayOneLineAndLeaveNothingBehindWhenInterrupted() throws Exception {
    Path temporary = Files.createDirectory(directory.resolve("tmp"));
    Path err = directory.resolve("err");
    // As from a terminal: the signal comes to the nodes as well, and no process ignores it.
    List<String> command = new ArrayList<>(List.of("setsid", "env", "--default-signal=INT"));
    command.addAll(client("-Djava.io.tmpdir=" + temporary));
    command.addAll(List.of("demo", "--overlay"));
    Process demo = begin(command, directory.resolve("out"), err);
    try {
      await(() -> text(err).contains("starting Authorization Server"), () -> text(err));
      List<ProcessHandle> nodes = demo.descendants().toList();
      new ProcessBuilder("kill", "-INT", "--", "-" + demo.pid()).start().waitFor();
      assertTrue(demo.waitFor(WITHIN_SECONDS, TimeUnit.SECONDS), () -> "still running" + text(err));

      assertEquals(130, demo.exitValue(), text(err));
      List<String> said = text(err).lines().toList();
      assertEquals("rosa demo: interrupted", said.get(said.size() - 1), text(err));
      assertEquals(1, said.stream().filter(line -> !line.matches(" *[0-9.]+ s  .*")).count());
      assertEquals(List.of(), namesIn(temporary));
      await(() -> nodes.stream().noneMatch(ProcessHandle::isAlive), nodes::toString);
    } finally {
      demo.descendants().forEach(ProcessHandle::destroy);
      demo.destroy();
    }
  }

  private static List<String> namesIn(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.map(entry -> entry.getFileName().toString()).toList();
    }
  }

  private static void await(BooleanSupplier condition, Supplier<String> otherwise)
      throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(WITHIN_SECONDS);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, otherwise);
      Thread.sleep(20);
    }
  }

  /** Exit code and output of a process. */
  private record Ended(int exitCode, String out, String err) {}

  private Ended run(String... arguments) throws IOException, InterruptedException {
    List<String> command = client("-Xmx128m");
    command.addAll(List.of(arguments));
    return start(command);
  }

  private static List<String> client(String option) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", option, "-Drosa.home=" + HOME, "-jar"));
    command.add(HOME.resolve("rosa-client/target/rosa.jar").toString());
    return command;
  }

  private Ended start(List<String> command) throws IOException, InterruptedException {
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    Process process = begin(command, out, err);
    try {
      assertTrue(
          process.waitFor(WITHIN_SECONDS, TimeUnit.SECONDS),
          () -> "still running: " + text(out) + text(err));
      return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    } finally {
      process.destroy();
    }
  }

  private Process begin(List<String> command, Path out, Path err) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put("ROSA_NO_BUILD", "1");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return builder.start();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.getMessage();
    }
  }

  /** The size that the WAV header states for its samples, one byte each. */
  private static long muLawBytes(Path wav) throws IOException {
    byte[] bytes = Files.readAllBytes(wav);
    assertEquals(7, bytes[20], "format of " + wav);
    return bytes.length - 46L;
  }
}
