package dev.rosa.proxy.icap;

import dev.rosa.proxy.ScriptedServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

/** Server of ICAP that says what a test has written, and keeps what it has heard. */
final class FakeIcapServer implements AutoCloseable {
  static final String CAN =
      """
      ICAP/1.0 200 OK
      Methods: RESPMOD
      ISTag: "one"
      Preview: 4
      Options-TTL: 60
      Allow: 204
      Encapsulated: null-body=0

      """;

  private final ScriptedServer server;
  private volatile String options = CAN;

  /**
   * A server.
   *
   * @param respmod what it does behind the head of a RESPMOD
   */
  FakeIcapServer(ScriptedServer.Talk respmod) throws IOException {
    server =
        new ScriptedServer(
            line -> {
              if (line.readHead().startsWith("OPTIONS")) {
                line.say(options);
              } else {
                respmod.run(line);
              }
            });
  }

  FakeIcapServer withOptions(String text) {
    options = text;
    return this;
  }

  InetSocketAddress address() {
    return server.address();
  }

  /** All that it has heard, an entry for each part that a test has read. */
  List<String> heard() {
    return server.heard();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
