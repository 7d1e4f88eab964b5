package dev.rosa.proxy.journal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.serving.PeerText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;

/**
 * Lines of the log: a JSON object each, in ASCII. What strangers have sent is cut to a length, and
 * has no control characters. Owned by one thread.
 */
final class JournalLines {
  static final String EVENT = "event";
  static final String TIME = "time";
  static final String CONNECTION = "connection";
  static final String REQUEST = "request";
  static final String LOST = "lost";

  private static final int MOST_URL_CHARS = 2_048;
  private static final int MOST_NAME_CHARS = 64;
  private static final int MOST_SCAN_CHARS = 200;

  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private final boolean withQueries;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  /**
   * A writer of lines.
   *
   * @param withQueries whether URLs keep their queries
   */
  JournalLines(boolean withQueries) {
    this.withQueries = withQueries;
  }

  /** What writes the fields of one line. */
  private interface Fields {
    void write(JsonGenerator json) throws IOException;
  }

  /** A line with its line feed. */
  byte[] of(RequestEntry entry) {
    return line(
        REQUEST,
        entry.epochMillis(),
        json -> {
          json.writeNumberField(CONNECTION, entry.connection());
          ends(json, entry.protocol(), entry.client(), entry.server(), entry.user());
          text(json, "command", entry.command(), MOST_NAME_CHARS);
          text(json, "url", url(entry.url()), MOST_URL_CHARS);
          text(json, "rule", entry.rule(), MOST_NAME_CHARS);
          json.writeStringField("verdict", entry.reason() == null ? "allow" : "refuse");
          reason(json, entry.reason());
          scan(json, entry.scan());
        });
  }

  /** A line with its line feed. */
  byte[] of(ConnectionEntry entry) {
    return line(
        CONNECTION,
        entry.endMillis(),
        json -> {
          json.writeNumberField(CONNECTION, entry.connection());
          json.writeStringField("began", Instant.ofEpochMilli(entry.beginMillis()).toString());
          ends(json, entry.protocol(), entry.client(), entry.server(), entry.user());
          json.writeNumberField("requests", entry.requests());
          text(json, "url", url(entry.url()), MOST_URL_CHARS);
          text(json, "rule", entry.rule(), MOST_NAME_CHARS);
          reason(json, entry.reason());
          scan(json, entry.scan());
          json.writeNumberField("bytesToServer", entry.bytesToServer());
          json.writeNumberField("bytesToClient", entry.bytesToClient());
          json.writeNumberField("bytesSeen", entry.bytesSeen());
        });
  }

  /** A line that says how many are missing before it. */
  byte[] ofLost(long lines, long epochMillis) {
    return line(LOST, epochMillis, json -> json.writeNumberField("lines", lines));
  }

  private byte[] line(String event, long epochMillis, Fields fields) {
    bytes.reset();
    try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringField(TIME, Instant.ofEpochMilli(epochMillis).toString());
      json.writeStringField(EVENT, event);
      fields.write(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("memory takes all bytes", e);
    }
    bytes.write('\n');
    return bytes.toByteArray();
  }

  private static void ends(
      JsonGenerator json, String protocol, String client, String server, String user)
      throws IOException {
    text(json, "protocol", protocol, MOST_NAME_CHARS);
    text(json, "client", client, MOST_NAME_CHARS);
    text(json, "server", server, MOST_NAME_CHARS);
    text(json, "user", user, MOST_NAME_CHARS);
  }

  /** What is empty is left out. */
  private static void text(JsonGenerator json, String name, String value, int mostChars)
      throws IOException {
    if (!value.isEmpty()) {
      json.writeStringField(name, PeerText.line(value, mostChars));
    }
  }

  private static void reason(JsonGenerator json, RefusalReason reason) throws IOException {
    if (reason != null) {
      json.writeStringField("reason", reason.name());
    }
  }

  private static void scan(JsonGenerator json, String scan) throws IOException {
    if (scan != null) {
      text(json, "scan", scan, MOST_SCAN_CHARS);
    }
  }

  private String url(String url) {
    int query = url.indexOf('?');
    return withQueries || query < 0 ? url : url.substring(0, query);
  }
}
