package dev.rosa.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.command.Commands;
import dev.rosa.config.ByteSize;
import dev.rosa.proxy.journal.ConnectionEntry;
import dev.rosa.proxy.journal.ConnectionLogFile;
import dev.rosa.proxy.journal.RequestEntry;
import dev.rosa.proxy.rules.LogConfig;
import dev.rosa.proxy.stream.RefusalReason;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that read the log. */
class LogCommandsTest {
  private static final long TIME = 1_790_000_000_123L;

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void write() throws IOException {
    Files.writeString(
        folder.resolve("proxy.xml"),
        "<proxy><log file=\"proxy.log\"/><rules><rule action=\"allow\"/></rules></proxy>");
    LogConfig config =
        new LogConfig(folder.resolve("proxy.log"), new ByteSize(1 << 20), null, null);
    try (ConnectionLogFile log = ConnectionLogFile.open(config)) {
      log.request(
          new RequestEntry(
              1,
              TIME,
              "http",
              "192.0.2.1:4000",
              "198.51.100.1:80",
              "alice",
              "GET",
              "http://a.example/x",
              "web",
              RefusalReason.INFECTED,
              "virus: found x"));
      log.ended(connection("alice", "http://a.example/x", 1_000, null));
      log.ended(connection("bob", "http://b.example/y", 5_000_000, RefusalReason.CONTENT));
      log.ended(connection("alice", "http://b.example/z", 3_000, null));
    }
  }

  private static ConnectionEntry connection(
      String user, String url, long bytes, RefusalReason reason) {
    return new ConnectionEntry(
        2,
        TIME,
        TIME,
        "http",
        "192.0.2.1:4000",
        "198.51.100.1:80",
        user,
        3,
        url,
        "web",
        reason,
        24,
        bytes,
        500);
  }

  private int run(String... words) {
    out.getBuffer().setLength(0);
    List<String> args = new ArrayList<>(List.of(words));
    args.addAll(List.of("--config", folder.resolve("proxy.xml").toString()));
    return Commands.commandLine(new ProxyCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(ProxyArguments.inOrder(args.toArray(String[]::new)));
  }

  @Test
  void shouldShowTheLogAsATable() {
    assertEquals(0, run("log"), err::toString);

    List<String> lines = out.toString().lines().toList();
    assertEquals(5, lines.size());
    assertEquals(
        "2026-09-21T14:13:20Z request    http     refuse   alice            192.0.2.1:4000"
            + "                   GET http://a.example/x by web: INFECTED, virus: found x",
        lines.get(1));
    assertEquals(
        "2026-09-21T14:13:20Z connection http     allow    alice            192.0.2.1:4000"
            + "             1KiB  http://a.example/x by web",
        lines.get(2));
  }

  @Test
  void shouldShowTheNewestLinesOfOneUser() {
    assertEquals(0, run("log", "--user", "alice", "--lines", "1", "--json"), err::toString);

    assertEquals(1, out.toString().lines().count());
    assertTrue(out.toString().contains("\"url\":\"http://b.example/z\""), out.toString());
  }

  @Test
  void shouldSumUpByUserAndByHost() {
    assertEquals(0, run("top"), err::toString);
    List<String> users = out.toString().lines().toList();
    assertTrue(users.get(1).startsWith("bob "), out.toString());
    assertTrue(users.get(2).startsWith("alice "), out.toString());

    assertEquals(0, run("top", "--by", "host", "--json", "--rows", "1"), err::toString);
    assertEquals(
        "{\"host\":\"b.example\",\"bytes\":5003048,\"requests\":6,\"connections\":2,\"refused\":1}\n",
        out.toString());
  }

  @Test
  void shouldShowTheLogAlsoIfARuleIsWrong() throws IOException {
    Files.writeString(
        folder.resolve("proxy.xml"),
        "<proxy><log file='proxy.log' files='no'/><rules><rule action='maybe'/></rules></proxy>");

    assertEquals(0, run("log"), err::toString);
    assertEquals(0, run("top"), err::toString);
    Files.writeString(folder.resolve("proxy.xml"), "<proxy><log files='no'/><rules/></proxy>");
    assertEquals(2, run("log"));
    assertTrue(err.toString().contains("proxy.xml:1: "), err::toString);
  }

  @Test
  void shouldNameALogThatIsNotThere() throws IOException {
    Files.delete(folder.resolve("proxy.log"));

    assertEquals(1, run("log"));
    assertEquals(1, run("top"));
    assertEquals(2, err.toString().lines().filter(it -> it.contains("no such file")).count());
  }

  @Test
  void shouldTellOfLinesThatAreBroken() throws IOException {
    assertEquals(0, run("log"));
    assertEquals("", err.toString());

    Files.writeString(folder.resolve("proxy.log"), "{\"time\":\n", StandardOpenOption.APPEND);

    assertEquals(0, run("log"));
    assertEquals(5, out.toString().lines().count());
    assertEquals("lines left out, as they are broken: 1\n", err.toString());
  }

  @Test
  void shouldSayWhenAConnectionComesIntoTheTable() throws IOException {
    Files.writeString(folder.resolve("proxy.log"), "");

    assertEquals(0, run("top"));

    assertEquals(1, out.toString().lines().count());
    assertTrue(err.toString().contains("half a minute to a minute after its end"), err.toString());
  }

  @Test
  void shouldRefuseANumberOfRowsThatIsNone() {
    assertEquals(2, run("top", "--rows", "-1"));
    assertEquals(2, run("log", "--lines", "-1"));
  }

  @Test
  void shouldSayThatTheConfigurationHasNoLog() throws IOException {
    Files.writeString(
        folder.resolve("proxy.xml"), "<proxy><rules><rule action=\"allow\"/></rules></proxy>");

    assertEquals(2, run("log"));

    assertTrue(err.toString().contains("the configuration has no <log>"), err.toString());
  }
}
