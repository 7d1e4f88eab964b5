package dev.rosa.bench.proxy.ground;

import dev.rosa.bench.namespace.Shell;
import dev.rosa.client.process.RunningProgram;
import java.io.IOException;

/** Waits for a server in a namespace to listen. Stateless. */
final class Listening {

  private static final int POLLS = 500;
  private static final int POLL_MILLIS = 20;

  private Listening() {}

  static void await(RunningProgram server, String namespace, int port)
      throws IOException, InterruptedException {
    for (int i = 0; i < POLLS; i++) {
      if (Shell.run("ip", "netns", "exec", namespace, "ss", "-Hltn").contains(":" + port + " ")) {
        return;
      }
      Thread.sleep(POLL_MILLIS);
    }
    throw server.failure("does not listen");
  }
}
