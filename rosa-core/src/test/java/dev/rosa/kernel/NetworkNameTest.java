package dev.rosa.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class NetworkNameTest {

  private static final String NAME = "rosa-test/" + ProcessHandle.current().pid();

  /** Binds an abstract address, says so, and holds it until its standard input ends. */
  private static final String HOLDER =
      """
      import os, socket, sys
      os.setgroups([])
      os.setuid(65534)
      s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      s.bind('\\0' + sys.argv[1])
      print('bound', flush=True)
      sys.stdin.read()
      """;

  @Test
  void shouldBeHeldByOneAtATime() throws Exception {
    Optional<NetworkName> held = NetworkName.take(NAME);
    assertTrue(held.isPresent());
    assertEquals(Optional.empty(), NetworkName.take(NAME));
    Optional<NetworkName> longer = NetworkName.take(NAME + "0");
    assertTrue(longer.isPresent());
    longer.get().close();
    held.get().close();
    Optional<NetworkName> next = NetworkName.take(NAME);
    assertFalse(next.isEmpty());
    next.get().close();
  }

  @Test
  void shouldRefuseWhatIsTooLong() {
    assertThrows(IllegalArgumentException.class, () -> NetworkName.take("x".repeat(91)));
  }

  @Test
  void shouldTellWhoseSocketsThereAre() throws Exception {
    Optional<NetworkName> held = NetworkName.take(NAME + "/mine");
    List<UnixSockets.Socket> mine =
        UnixSockets.list().orElseThrow().stream()
            .filter(socket -> socket.name().equals("\0" + NAME + "/mine"))
            .toList();
    assertEquals(1, mine.size());
    assertEquals(ownUser(), mine.get(0).user());
    assertTrue(mine.get(0).inode() > 0);
    held.orElseThrow().close();
  }

  @Test
  void shouldNotBeKeptByAnotherUsersProcess() throws Exception {
    Process foreign = holdAsAnotherUser(NAME + "/foreign");
    try {
      Optional<NetworkName> first = NetworkName.take(NAME + "/foreign");
      assertTrue(first.isPresent(), "another user's socket keeps the name");
      assertEquals(Optional.empty(), NetworkName.take(NAME + "/foreign"));
      foreign.getOutputStream().close();
      assertTrue(foreign.waitFor(120, TimeUnit.SECONDS));
      assertEquals(Optional.empty(), NetworkName.take(NAME + "/foreign"));
      first.get().close();
      NetworkName.take(NAME + "/foreign").orElseThrow().close();
    } finally {
      foreign.destroyForcibly();
    }
  }

  @Test
  void shouldBelieveAnotherUsersProcessThatIsPrivileged() throws Exception {
    Process foreign = holdAsAnotherUser(NAME + "/keeper");
    try {
      assertEquals(Optional.empty(), NetworkName.take(NAME + "/keeper", socket -> true));
    } finally {
      foreign.destroyForcibly();
    }
  }

  @Test
  void shouldSeeThatProcessOfAnotherUserHasNoCapability() throws Exception {
    Process foreign = holdAsAnotherUser(NAME + "/plain");
    try {
      UnixSockets.Socket socket =
          UnixSockets.list().orElseThrow().stream()
              .filter(candidate -> candidate.name().equals("\0" + NAME + "/plain"))
              .findFirst()
              .orElseThrow();
      assertEquals(65_534, socket.user());
      assertFalse(SocketHolders.arePrivileged(socket));
    } finally {
      foreign.destroyForcibly();
    }
  }

  private static int ownUser() throws IOException {
    return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
  }

  /** Only root can begin a process of another user. */
  private static Process holdAsAnotherUser(String name) throws Exception {
    assumeTrue(ProcessOwner.isRoot(), "needs root");
    Process process =
        new ProcessBuilder("python3", "-c", HOLDER, name).redirectErrorStream(true).start();
    BufferedReader says = process.inputReader(StandardCharsets.UTF_8);
    String line = says.readLine();
    assumeTrue("bound".equals(line), "no python3 here: " + line);
    return process;
  }
}
