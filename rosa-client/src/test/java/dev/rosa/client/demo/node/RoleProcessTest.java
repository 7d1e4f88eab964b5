package dev.rosa.client.demo.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.client.demo.progress.DemoException;
import dev.rosa.client.demo.progress.Machine;
import dev.rosa.client.demo.progress.ProgressLog;
import dev.rosa.client.demo.progress.Waits;
import dev.rosa.client.process.FreePorts;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
class RoleProcessTest {

  @TempDir Path directory;

  private final ProgressLog progressLog = new ProgressLog(new PrintWriter(new StringWriter()));

  private RoleProcess processWithoutJar(Path log) throws DemoException {
    ClassArchives archives = new ClassArchives(directory, true);
    return RoleProcess.start(
        "as", log, RoleProcess.Jar.of(directory.resolve("missing.jar"), archives, List.of()));
  }

  private DemoException failureOf(RoleProcess process) {
    NodeProcesses processes = new NodeProcesses();
    processes.add(process);
    Waits waits = new Waits(progressLog, processes, Machine.own());
    return assertThrows(DemoException.class, () -> processes.awaitReady(waits, "as"));
  }

  @Test
  void shouldSayTheExitCodeAndShowTheLogWhenAProcessEndsEarly() throws Exception {
    try (RoleProcess process = processWithoutJar(directory.resolve("as.log"))) {
      DemoException failure = failureOf(process);

      assertEquals("the Authorization Server ended with exit code 1", failure.getMessage());
      assertTrue(failure.details().contains("missing.jar"), failure.details());
      assertFalse(process.isAlive());
    }
  }

  @Test
  void shouldSayThatTheLogIsEmptyWhenAProcessEndsWithoutAWord() throws Exception {
    try (RoleProcess process = processWithoutJar(Path.of("/dev/null"))) {
      assertEquals("its log is empty: /dev/null", failureOf(process).details());
    }
  }

  @Test
  void shouldNameTheMachinesLoadInWords() {
    assertTrue(Machine.own().load().matches("(load \\d+ on )?\\d+ cores?"), Machine.own().load());
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
