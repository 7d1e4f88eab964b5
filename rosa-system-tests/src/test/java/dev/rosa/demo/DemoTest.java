package dev.rosa.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.client.process.JavaHome;
import dev.rosa.client.process.Program;
import dev.rosa.client.process.Program.Outcome;
import dev.rosa.client.process.RunningProgram;
import dev.rosa.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
class DemoTest {

  private static final Path HOME = Path.of("").toAbsolutePath().getParent();
  private static final int ATTACKS = 15;

  @TempDir Path directory;

  @Test
  void shouldDeliverTheAudioAndRefuseEveryAttackWhenTheDemoRuns() throws Exception {
    Path kept = directory.resolve("kept with space");
    Outcome demo = run("demo", "--json", "--seconds", "2", "--keep", kept.toString());
    checkReport(demo, kept);
  }

  @Test
  void shouldRunOnTheKernelsPacketPathWhereALabCanBeHad() throws Exception {
    Path kept = directory.resolve("kept");
    Outcome check = Program.of(HOME.resolve("lab/lab.sh").toString(), "--check").run();
    Assumptions.assumeTrue(check.exit() == 0, "there can be no lab here");
    String demo = HOME.resolve("rosa").toString();
    Outcome ended =
        program(List.of(demo, "demo", "--json", "--seconds", "2", "--keep", kept.toString())).run();
    assertTrue(ended.err().contains("demo on the kernel's own packet path"), ended.err());
    checkReport(ended, kept);
  }

  private static void checkReport(Outcome demo, Path kept) throws IOException {
    assertEquals(0, demo.exit(), demo.err());
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
    Outcome demo = run("demo", "--audio", text.toString());

    assertEquals(2, demo.exit());
    assertEquals(1, demo.err().lines().count(), demo.err());
    assertTrue(demo.err().contains("expected WAV"), demo.err());
    assertEquals("", demo.out());
  }

  @Test
  void shouldSayOneLineAndLeaveNothingBehindWhenInterrupted() throws Exception {
    Path temporary = Files.createDirectory(directory.resolve("tmp"));
    // As from a terminal: the signal comes to the nodes as well, and no process ignores it.
    List<String> command = new ArrayList<>(List.of("setsid", "env", "--default-signal=INT"));
    command.addAll(client("-Djava.io.tmpdir=" + temporary));
    command.addAll(List.of("demo", "--overlay"));
    try (RunningProgram demo = program(command).start()) {
      demo.await("starting Authorization Server");
      List<ProcessHandle> nodes = ProcessHandle.of(demo.pid()).orElseThrow().descendants().toList();

      Program.of("kill", "-INT", "--", "-" + demo.pid()).run();

      assertEquals(130, demo.awaitExit(), demo::err);
      List<String> said = demo.err().lines().toList();
      assertEquals("rosa demo: interrupted", said.get(said.size() - 1), demo::err);
      assertEquals(1, said.stream().filter(line -> !line.matches(" *[0-9.]+ s  .*")).count());
      assertEquals(List.of(), namesIn(temporary));
      Await.until(nodes::toString, () -> nodes.stream().noneMatch(ProcessHandle::isAlive));
    }
  }

  private static List<String> namesIn(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.map(entry -> entry.getFileName().toString()).toList();
    }
  }

  private Outcome run(String... arguments) throws IOException, InterruptedException {
    List<String> command = client("-Xmx128m");
    command.addAll(List.of(arguments));
    return program(command).run();
  }

  private static List<String> client(String option) {
    List<String> flags = List.of("-XX:TieredStopAtLevel=1", option, "-Drosa.home=" + HOME);
    Path jar = HOME.resolve("rosa-client/target/rosa.jar");
    return JavaHome.current().command(flags, jar, List.of());
  }

  private Program program(List<String> command) {
    return Program.of("demo", command)
        .in(directory)
        .with("ROSA_NO_BUILD", "1")
        .with("JAVA_HOME", System.getProperty("java.home"))
        .writing(directory.resolve("out"), directory.resolve("err"));
  }

  /** The size that the WAV header states for its samples, one byte each. */
  private static long muLawBytes(Path wav) throws IOException {
    byte[] bytes = Files.readAllBytes(wav);
    assertEquals(7, bytes[20], "format of " + wav);
    return bytes.length - 46L;
  }
}
