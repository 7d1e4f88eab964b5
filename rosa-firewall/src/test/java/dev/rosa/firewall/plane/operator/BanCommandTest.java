package dev.rosa.firewall.plane.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.rosa.command.Commands;
import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.firewall.plane.policy.PolicySettings;
import dev.rosa.operator.OperatorRequests;
import dev.rosa.operator.OperatorSocket;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** Bans of hosts by name, with a name service and a plane of the test's own. */
final class BanCommandTest {

  @TempDir private Path folder;
  private final List<JsonNode> requests = new ArrayList<>();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private OperatorSocket socket;

  /** Plane that is no more than a socket. */
  @Command(name = "plane")
  private static final class SocketOnly implements OperatedPlane {
    private final Path socket;

    SocketOnly(Path socket) {
      this.socket = socket;
    }

    @Override
    public Path operatorSocket() {
      return socket;
    }

    @Override
    public Path reporterSocket() {
      return socket;
    }

    @Override
    public PolicySettings policy() {
      throw new UnsupportedOperationException();
    }

    @Override
    public List<Source> allowed() {
      return List.of();
    }

    @Override
    public List<String> removeLeftovers() {
      return List.of();
    }
  }

  @BeforeEach
  void listen() throws IOException {
    socket = OperatorSocket.open(folder.resolve("operator.sock"), this::ban);
  }

  @AfterEach
  void close() throws IOException {
    socket.close();
  }

  private void ban(JsonNode request, OperatorRequests.Answer answer) throws IOException {
    requests.add(request);
    for (JsonNode source : request.get("sources")) {
      answer.line(
          JsonNodeFactory.instance
              .objectNode()
              .put("source", source.asText())
              .put("secondsLeft", 600));
    }
  }

  private static InetAddress[] find(String name) throws UnknownHostException {
    if (!name.equals("host.example")) {
      throw new UnknownHostException(name);
    }
    return new InetAddress[] {
      InetAddress.getByName("2001:db8::7"), InetAddress.getByName("192.0.2.7")
    };
  }

  private int run(String... words) {
    CommandSpec plane =
        CommandSpec.forAnnotatedObject(new SocketOnly(folder.resolve("operator.sock")));
    plane.addSubcommand(
        "ban", new CommandLine(new BanCommand(new HostNames(BanCommandTest::find))));
    return Commands.commandLine(plane)
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(words);
  }

  @Test
  void shouldShowAndBanEachAddressOfAHost() {
    assertEquals(0, run("ban", "host.example", "--for", "1h", "--reason", "a test"), err::toString);

    assertEquals(
        """
        host.example is 192.0.2.7
        host.example is 2001:db8::7
        banned 192.0.2.7 for 10m0s
        banned 2001:db8::7 for 10m0s
        """,
        out.toString());
    JsonNode request = requests.get(0);
    assertEquals(2, request.get("sources").size());
    assertEquals(3_600_000, request.get("millis").asLong());
    assertEquals("a test", request.get("reason").asText());
  }

  @Test
  void shouldAskForNothingWhenANameIsNotKnown() {
    assertEquals(1, run("ban", "other.example"));

    assertEquals("plane ban: other.example: no address is known for this name\n", err.toString());
    assertTrue(requests.isEmpty());
  }

  @Test
  void shouldNotTakeAWrongAddressForAName() {
    assertEquals(2, run("ban", "192.0.2.256"));
    assertEquals(2, run("ban", "2001:db8::/129"));

    assertEquals(2, err.toString().lines().count(), err.toString());
    assertTrue(requests.isEmpty());
  }
}
