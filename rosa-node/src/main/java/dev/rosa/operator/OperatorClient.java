package dev.rosa.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Client of the operators' socket. Stateless. */
public final class OperatorClient {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path socket;
  private final String role;

  /**
   * A client of the process that listens there.
   *
   * @param role what the process is, as in "no firewall plane can be reached there"
   */
  public OperatorClient(Path socket, String role) {
    this.socket = socket;
    this.role = role;
  }

  /**
   * Has a request carried out.
   *
   * @param lines gets the lines of the answer but for the last
   * @throws IOException in one line: no process listens, or why the request is refused
   */
  public void ask(JsonNode request, Consumer<JsonNode> lines) throws IOException {
    try (SocketChannel channel = connect()) {
      byte[] bytes = (JSON.writeValueAsString(request) + "\n").getBytes(StandardCharsets.UTF_8);
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        int unused = channel.write(buffer);
      }
      BufferedReader answer =
          new BufferedReader(
              new InputStreamReader(Channels.newInputStream(channel), StandardCharsets.UTF_8));
      read(answer, lines);
    }
  }

  /** True if a process listens. */
  public boolean isReachable() {
    try {
      connect().close();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private SocketChannel connect() throws IOException {
    try {
      return SocketChannel.open(UnixDomainSocketAddress.of(socket));
    } catch (IOException e) {
      throw new IOException(
          "%s: no %s can be reached there: %s; is it started?"
              .formatted(socket, role, e.getMessage()),
          e);
    }
  }

  private void read(BufferedReader answer, Consumer<JsonNode> lines) throws IOException {
    for (String text = answer.readLine(); text != null; text = answer.readLine()) {
      JsonNode line = JSON.readTree(text);
      if (line.has("error")) {
        throw new IOException(line.get("error").asText());
      }
      if (line.has("ok")) {
        return;
      }
      lines.accept(line);
    }
    throw new IOException("the " + role + " has ended the connection without an answer");
  }
}
