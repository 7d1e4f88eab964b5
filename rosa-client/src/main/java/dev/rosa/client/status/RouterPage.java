package dev.rosa.client.status;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.config.Durations;
import dev.rosa.config.HostPort;
import dev.rosa.serving.PeerText;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Reader of a router's {@code /status} for {@code rosa status}, which trusts nothing in the answer.
 * The server that answers is not authenticated: its page is bounded, and the texts in it are made
 * fit for a terminal, and it has to be whole within a minute. Stateless.
 */
public final class RouterPage {

  private static final int CONNECT_MILLIS = 10_000;
  private static final Duration MOST_TIME = Duration.ofMinutes(1);
  private static final int MOST_BYTES = 16 << 20;
  private static final int MOST_ERROR_BYTES = 200;
  private static final int MOST_TEXT_CHARS = 600;
  private static final ObjectMapper JSON = new ObjectMapper();

  private RouterPage() {}

  /**
   * Reads the page.
   *
   * @throws IOException with a sentence that names the address
   */
  public static JsonNode read(HostPort address) throws IOException {
    return read(address, MOST_TIME);
  }

  /** The same with a time for the whole answer. */
  static JsonNode read(HostPort address, Duration mostTime) throws IOException {
    byte[] page;
    try {
      page = get(address, mostTime);
    } catch (IOException e) {
      throw new IOException(
          "no status from " + address + ": " + PeerText.line(reason(e), MOST_TEXT_CHARS), e);
    }
    try {
      JsonNode status = printable(JSON.readTree(page));
      if (status.path("router").isTextual()) {
        return status;
      }
    } catch (JsonProcessingException e) {
      throw new IOException(address + " answers with no JSON, expected a router's /status", e);
    }
    throw new IOException(address + " is not a router, expected a router's /status");
  }

  /** A server may send a byte now and then, or heads without an end: all of it has one time. */
  private static byte[] get(HostPort address, Duration mostTime) throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection)
            URI.create("http://" + address + "/status").toURL().openConnection(Proxy.NO_PROXY);
    connection.setConnectTimeout(CONNECT_MILLIS);
    connection.setReadTimeout((int) mostTime.toMillis());
    connection.setInstanceFollowRedirects(false);
    FutureTask<byte[]> answer = new FutureTask<>(() -> get(connection));
    Thread reader = new Thread(answer, "status-page");
    reader.setDaemon(true);
    reader.start();
    try {
      return answer.get(mostTime.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new IOException("no whole answer within " + Durations.format(mostTime), e);
    } catch (ExecutionException e) {
      throw failure(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      connection.disconnect();
    }
  }

  /** The JDK reads heads that announce another one by calls within calls, until its stack ends. */
  private static IOException failure(Throwable cause) {
    return cause instanceof IOException failure
        ? failure
        : new IOException("the answer cannot be read: " + cause.getClass().getSimpleName(), cause);
  }

  private static byte[] get(HttpURLConnection connection) throws IOException {
    int status = connection.getResponseCode();
    if (status != HttpURLConnection.HTTP_OK) {
      throw new IOException("HTTP " + status + said(connection));
    }
    try (InputStream in = connection.getInputStream()) {
      byte[] page = in.readNBytes(MOST_BYTES + 1);
      if (page.length > MOST_BYTES) {
        throw new IOException("the answer has more than " + MOST_BYTES + " bytes");
      }
      return page;
    }
  }

  /** The beginning of an answer that is an error. */
  private static String said(HttpURLConnection connection) throws IOException {
    try (InputStream in = connection.getErrorStream()) {
      String text =
          in == null ? "" : new String(in.readNBytes(MOST_ERROR_BYTES), StandardCharsets.UTF_8);
      return text.isBlank() ? "" : ": " + text.strip();
    }
  }

  private static String reason(IOException failure) {
    String message = failure.getMessage();
    return message == null || message.isBlank()
        ? failure.getClass().getSimpleName()
        : message.strip();
  }

  private static JsonNode printable(JsonNode node) {
    if (node.isTextual()) {
      return JsonNodeFactory.instance.textNode(printable(node.textValue()));
    }
    if (node.isObject()) {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      node.properties()
          .forEach(field -> object.set(printable(field.getKey()), printable(field.getValue())));
      return object;
    }
    if (node.isArray()) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      node.forEach(element -> array.add(printable(element)));
      return array;
    }
    return node;
  }

  private static String printable(String text) {
    return PeerText.line(text, MOST_TEXT_CHARS);
  }
}
