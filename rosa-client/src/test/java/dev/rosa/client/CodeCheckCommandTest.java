package dev.rosa.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.testkit.CompiledBundle;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CodeCheckCommandTest {
  @TempDir private Path directory;

  private CommandRun check(byte[] jar, String... options) throws Exception {
    Path file = Files.write(directory.resolve("app.jar"), jar);
    String[] all = new String[options.length + 3];
    all[0] = "code";
    all[1] = "check";
    all[2] = file.toString();
    System.arraycopy(options, 0, all, 3, options.length);
    return CommandRun.of(all);
  }

  private static byte[] harmful() {
    return CompiledBundle.of(
            "net.example.App",
            """
            package net.example;
            public class App implements dev.rosa.api.ActiveApplication {
              static long last;
              @Override public void onPacket(dev.rosa.api.Packet packet) {
                last = System.nanoTime();
              }
            }
            """)
        .attribute("Rosa-Fuel", "70000")
        .jar();
  }

  @Test
  void shouldAdmitAndTellBudgetsWithoutServerOrIdentity() throws Exception {
    byte[] jar =
        CompiledBundle.onPacket("packet.drop();")
            .attribute("Rosa-Fuel", "250")
            .attribute("Rosa-Memory", "64")
            .jar();

    CommandRun run = check(jar);

    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.out().startsWith(directory.resolve("app.jar") + ": admitted\n"), run.out());
    assertTrue(run.out().contains("\nfuel         250,000 units a packet\n"), run.out());
    assertTrue(run.out().contains("\nmemory       64 KiB for a packet"), run.out());
    assertTrue(run.out().contains("\nentry        net.example.App, 1 classes\n"), run.out());
    assertTrue(
        run.out().contains("\nsize         %,d bytes of 1,048,576\n".formatted(jar.length)),
        run.out());
  }

  @Test
  void shouldWarnOfAnAttributeThatIsMisspelt() throws Exception {
    byte[] jar =
        CompiledBundle.onPacket("packet.drop();")
            .attribute("Rosa-Feul", "5")
            .attribute("Rosa-Colour", "red")
            .jar();

    CommandRun run = check(jar);

    assertEquals(0, run.exitCode(), run.err());
    assertTrue(
        run.out()
            .contains(
                "warning: META-INF/MANIFEST.MF: Rosa-Feul is not known, and means nothing,"
                    + " did you mean Rosa-Fuel?\n"),
        run.out());
    assertTrue(run.out().contains(": Rosa-Colour is not known, and means nothing\n"), run.out());
    assertEquals(2, new ObjectMapper().readTree(check(jar, "--json").out()).get("warnings").size());
  }

  @Test
  void shouldPrintAllFindingsWithPlaceAndAdvice() throws Exception {
    CommandRun run = check(harmful());

    assertEquals(1, run.exitCode());
    assertEquals("", run.err());
    assertTrue(run.out().contains("Rosa-Fuel is '70000', expected a number from 1"), run.out());
    assertTrue(run.out().contains("(App.java) has a static field last"), run.out());
    assertTrue(
        run.out()
            .contains("net.example.App.onPacket (App.java:5) uses java.lang.System.nanoTime()"),
        run.out());
    assertTrue(run.out().contains("; code has no clock; use packet.sequence()\n"), run.out());
    assertTrue(run.out().contains("app.jar: refused, "), run.out());
  }

  @Test
  void shouldPrintOneVerdictWhenNameOfFileLooksLikeAnother() throws Exception {
    Path file = Files.write(directory.resolve("a\nb.jar: admitted\u001b[2J.jar"), harmful());
    CommandRun run = CommandRun.of("code", "check", file.toString());
    assertTrue(run.out().contains("a?b.jar: admitted?[2J.jar: refused, "), run.out());
    assertFalse(run.out().contains("\u001b"), run.out());
  }

  @Test
  void shouldPrintErrorsFitForATerminalWhenTheyNameAFile() throws Exception {
    Path folder = Files.createDirectory(directory.resolve("x\u001b[2J\u202e"));
    CommandRun run = CommandRun.of("code", "check", folder.toString());
    assertEquals(2, run.exitCode());
    assertTrue(run.err().contains("x?[2J?: is a directory"), run.err());
  }

  @Test
  void shouldPrintFindingsForMachines() throws Exception {
    CommandRun run = check(harmful(), "--json");

    JsonNode json = new ObjectMapper().readTree(run.out());
    assertEquals(1, run.exitCode());
    assertEquals(false, json.get("admitted").asBoolean(true));
    assertEquals("net.example.App", json.get("entryClass").asText());
    JsonNode clock = null;
    for (JsonNode finding : json.get("findings")) {
      clock = finding.get("reason").asText().contains("nanoTime") ? finding : clock;
    }
    assertEquals("net.example.App", clock.get("class").asText());
    assertEquals("onPacket", clock.get("method").asText());
    assertEquals("App.java", clock.get("file").asText());
    assertEquals(5, clock.get("line").asInt());
    assertEquals("code has no clock; use packet.sequence()", clock.get("instead").asText());
  }

  @Test
  void shouldRefuseWhatIsNoJar() throws Exception {
    CommandRun run = check(new byte[30]);

    assertEquals(1, run.exitCode());
    assertTrue(run.out().startsWith("not a jar"), run.out());
  }

  @Test
  void shouldTakeOneFile() {
    CommandRun run = CommandRun.of("code", "check", "a.jar", "b.jar");

    assertEquals(2, run.exitCode());
    assertEquals(
        "rosa code check: 'b.jar' is one word too many (see: rosa code check --help)\n",
        run.err().replace("./rosa", "rosa"));
  }

  @Test
  void shouldEndWithTwoWhenThereIsNoFile() {
    CommandRun run = CommandRun.of("code", "check", directory.resolve("none.jar").toString());

    assertEquals(2, run.exitCode());
    assertEquals(
        "rosa code check: " + directory.resolve("none.jar") + ": no such file\n", run.err());
  }
}
