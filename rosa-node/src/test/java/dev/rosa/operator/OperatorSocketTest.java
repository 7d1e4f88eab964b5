package dev.rosa.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OperatorSocketTest {

  @TempDir private Path folder;
  private Path path;
  private OperatorSocket socket;

  @BeforeEach
  void open() throws IOException {
    path = folder.resolve("run/operator.sock");
    socket = OperatorSocket.open(path, OperatorSocketTest::serve);
  }

  @AfterEach
  void close() throws IOException {
    socket.close();
  }

  private static void serve(JsonNode request, OperatorRequests.Answer answer) throws IOException {
    if (!request.path("command").asText().equals("echo")) {
      throw new IOException("there is no such command");
    }
    answer.line(request);
    answer.line(request);
  }

  private static JsonNode request(String command) {
    return JsonNodeFactory.instance.objectNode().put("command", command);
  }

  @Test
  void shouldAnswerWithLinesOrARefusal() throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    OperatorClient client = new OperatorClient(path, "role");

    client.ask(request("echo"), lines::add);

    assertEquals(List.of(request("echo"), request("echo")), lines);
    IOException refusal =
        assertThrows(IOException.class, () -> client.ask(request("other"), lines::add));
    assertEquals("there is no such command", refusal.getMessage());
  }

  @Test
  void shouldBeTheOwnersAlone() throws IOException {
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
  }

  @Test
  void shouldNotReplaceASocketInUse() {
    IOException refusal =
        assertThrows(IOException.class, () -> OperatorSocket.open(path, OperatorSocketTest::serve));

    assertTrue(refusal.getMessage().endsWith("another process listens there"));
  }
}
