package dev.rosa.proxy.journal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.proxy.stream.RefusalReason;
import org.junit.jupiter.api.Test;

/** What a line of the log has, and what it never has. */
class JournalLinesTest {
  private final JournalLines lines = new JournalLines(false);

  private static String text(byte[] line) {
    return new String(line, US_ASCII);
  }

  @Test
  void shouldWriteARequestAsOneObject() {
    assertEquals(
        "{\"time\":\"2026-09-21T14:13:20.123Z\",\"event\":\"request\",\"connection\":5,"
            + "\"protocol\":\"http\",\"client\":\"192.0.2.1:40000\",\"server\":\"198.51.100.1:80\","
            + "\"user\":\"alice\",\"command\":\"GET\",\"url\":\"http://a.example/x\","
            + "\"rule\":\"web\",\"verdict\":\"allow\"}\n",
        text(lines.of(Entries.request(5, "http://a.example/x"))));
  }

  @Test
  void shouldWriteTheSummaryOfAConnection() {
    assertEquals(
        "{\"time\":\"2026-09-21T14:13:20.123Z\",\"event\":\"connection\",\"connection\":7,"
            + "\"began\":\"2026-09-21T14:13:18.123Z\",\"protocol\":\"http\","
            + "\"client\":\"192.0.2.1:40000\",\"server\":\"198.51.100.1:80\",\"requests\":2,"
            + "\"url\":\"http://a.example/\",\"rule\":\"default\",\"reason\":\"RULE\","
            + "\"bytesToServer\":300,\"bytesToClient\":1000000,\"bytesSeen\":500}\n",
        text(lines.of(Entries.refused("", "http://a.example/"))));
  }

  @Test
  void shouldWriteWhatAScanHasSaidWithoutWhatControlsATerminal() {
    String said = "virus: found \u001b[2J" + "x".repeat(1_000);
    String line =
        text(
            lines.of(
                new RequestEntry(
                    5, 0, "http", "", "", "", "GET", "", "web", RefusalReason.INFECTED, said)));
    assertTrue(line.contains("\"reason\":\"INFECTED\",\"scan\":\"virus: found ?[2Jxxx"), line);
    assertTrue(line.length() < 400, line);
  }

  @Test
  void shouldLeaveQueriesOutUnlessTheyAreAskedFor() {
    String url = "http://a.example/x?token=secret";

    assertTrue(text(lines.of(Entries.request(5, url))).contains("\"http://a.example/x\""));
    assertTrue(text(lines.of(Entries.refused("", url))).contains("\"http://a.example/x\""));
    assertTrue(text(new JournalLines(true).of(Entries.request(5, url))).contains("token=secret"));
  }

  @Test
  void shouldHaveNoControlCharacterAndNoLetterOutsideOfAscii() {
    byte[] line =
        lines.of(Entries.request(5, "http://a.example/\n{}\r\u001b[2J\u007f\u0085\u202e\u00e9\""));

    for (int i = 0; i < line.length - 1; i++) {
      assertTrue(line[i] >= ' ' && line[i] < 0x7f, text(line));
    }
    assertTrue(text(line).contains("http://a.example/?{}??[2J???\\u00E9\\\""), text(line));
  }

  @Test
  void shouldBoundTheLengthOfWhatStrangersChoose() {
    byte[] line = lines.of(Entries.request(5, "http://a.example/" + "x".repeat(100_000)));

    assertTrue(line.length < 2_500, line.length + " bytes");
  }
}
