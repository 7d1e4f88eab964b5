package dev.rosa.client.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoleProcessTest {

  @TempDir Path directory;

  @Test
  void shouldSayInOneLineAndShowTheLogWhenAProcessEndsEarly() throws Exception {
    Path log = directory.resolve("as.log");
    try (RoleProcess process =
        RoleProcess.start(
            "as",
            log,
            RoleProcess.Program.of(
                directory.resolve("missing.jar"), new ClassArchives(directory, true), List.of()))) {
      DemoException failure =
          assertThrows(DemoException.class, () -> process.awaitReady(Duration.ofMinutes(4)));
      assertEquals(1, failure.getMessage().lines().count());
      assertTrue(failure.getMessage().contains("before it was ready"), failure.getMessage());
      assertTrue(failure.details().contains("missing.jar"), failure.details());
      assertFalse(process.isAlive());
    }
  }

  @Test
  void shouldGiveDifferentPortsWhenSeveralAreAskedFor() throws Exception {
    FreePorts ports = FreePorts.find(10);
    long different = Stream.generate(ports::next).limit(10).distinct().count();
    assertEquals(10, different);
  }

  @Test
  void shouldGivePortsThatNoOutgoingConnectionTakes() throws Exception {
    FreePorts ports = FreePorts.find(10);
    for (int i = 0; i < 10; i++) {
      String address = ports.next();
      assertTrue(Integer.parseInt(address.substring(address.indexOf(':') + 1)) < 32_768, address);
    }
  }
}
