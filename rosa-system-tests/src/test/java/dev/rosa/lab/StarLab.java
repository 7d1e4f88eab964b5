package dev.rosa.lab;

import dev.rosa.testkit.CompiledBundle;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** A lab at whose routers a code "star" may run: each router appends a star to the payload. */
final class StarLab {

  private static final String STAR =
      """
      package net.example;
      import dev.rosa.api.*;
      public class Star implements ActiveApplication {
        @Override public void onPacket(Packet packet) {
          byte[] longer = new byte[packet.payloadLength() + 1];
          packet.copyPayload(0, longer, 0, packet.payloadLength());
          longer[longer.length - 1] = '*';
          packet.replacePayload(longer, 0, longer.length);
        }
      }
      """;

  private StarLab() {}

  /** Starts one; without what it takes, the tests are skipped. */
  static NetLab start(Path folder) throws Exception {
    String missing = NetLab.missing();
    Assumptions.assumeTrue(missing.isEmpty(), missing);
    Path star = folder.resolve("star.jar");
    Files.write(star, CompiledBundle.of("net.example.Star", STAR).jar());
    return NetLab.start(folder, "--bundle", "star=" + star);
  }
}
