package dev.rosa.firewall.plane;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.testkit.Await;
import dev.rosa.testkit.CapturedLog;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The port of the status pages, which any user of the machine can bind first. */
final class TakenStatusPortTest {

  @TempDir private Path folder;

  private static void free(ServerSocket taken) throws IOException {
    taken.close();
  }

  @Test
  void shouldServeBansWhenAnotherProcessHasThePortOfTheStatus() throws Exception {
    try (CapturedLog log = CapturedLog.of(RunningFirewall.class);
        ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        TestFirewall firewall = new TestFirewall(folder)) {
      String place = "127.0.0.1:" + taken.getLocalPort();
      Files.writeString(firewall.config, TestFirewall.CONFIG.replace("127.0.0.1:0", place));

      firewall.start().done("ban", "192.0.2.7");

      assertEquals(1, firewall.enforcement.bans.size());
      assertEquals(Optional.empty(), firewall.running.statusAddress());
      assertEquals(1, log.linesWith("status=" + place + "(port in use)").size());
      free(taken);
      Await.until("pages", () -> firewall.running.statusAddress().isPresent());
    }
  }
}
