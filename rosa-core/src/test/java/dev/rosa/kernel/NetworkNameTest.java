package dev.rosa.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class NetworkNameTest {

  private static final String NAME = "rosa-test/" + ProcessHandle.current().pid();
  private static final String OWN = "\0name";

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
    List<UnixSockets.Socket> mine = UnixSockets.list(("\0" + NAME + "/mine")::equals).orElseThrow();
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
      assertEquals(
          Optional.empty(), NetworkName.take(NAME + "/keeper", () -> inodesOf(NAME + "/keeper")));
    } finally {
      foreign.destroyForcibly();
    }
  }

  @Test
  void shouldSeeThatProcessOfAnotherUserHasNoCapability() throws Exception {
    Process foreign = holdAsAnotherUser(NAME + "/plain");
    try {
      assertEquals(65_534, socket(NAME + "/plain").user());
      assertFalse(SocketHolders.inodesOfPrivileged().contains(socket(NAME + "/plain").inode()));
    } finally {
      foreign.destroyForcibly();
    }
  }

  @Test
  void shouldSeeTheSocketsOfProcessesThatArePrivileged() throws Exception {
    Path status = Path.of("/proc/self/status");
    assumeTrue(CapabilitySets.read(status).has(Capability.NET_ADMIN), "needs CAP_NET_ADMIN");
    NetworkName held = NetworkName.take(NAME + "/own").orElseThrow();
    assertTrue(SocketHolders.inodesOfPrivileged().contains(socket(NAME + "/own").inode()));
    held.close();
  }

  @Test
  void shouldLookForPrivilegedProcessesOnceHoweverManySocketsAnotherUserHas() {
    AtomicInteger walks = new AtomicInteger();
    Supplier<Set<Long>> privileged =
        () -> {
          walks.incrementAndGet();
          return Set.of(7L);
        };
    assertTrue(NetworkName.isAlone(OWN, withOthers(0, 1_000), privileged));
    assertEquals(1, walks.get());
    List<UnixSockets.Socket> oneIsBelieved = withOthers(0, 1_000);
    oneIsBelieved.add(new UnixSockets.Socket(7, OWN + "/last", 65_534));
    assertFalse(NetworkName.isAlone(OWN, oneIsBelieved, privileged));
  }

  @Test
  void shouldNotLookForPrivilegedProcessesWhenThatTellsNothing() {
    Supplier<Set<Long>> none =
        () -> {
          throw new AssertionError("looked at all processes");
        };
    assertTrue(NetworkName.isAlone(OWN, withOthers(0, 0), none));
    assertTrue(NetworkName.isAlone(OWN, withOthers(1_000, 10), none));
    for (int believed : List.of(0, 1_000)) {
      List<UnixSockets.Socket> sockets = withOthers(1_000, 10);
      sockets.add(new UnixSockets.Socket(7, OWN + "/last", believed));
      assertFalse(NetworkName.isAlone(OWN, sockets, none));
    }
    assertFalse(NetworkName.isAlone(OWN + "/gone", withOthers(1_000, 10), none));
  }

  private static List<UnixSockets.Socket> withOthers(int user, int others) {
    List<UnixSockets.Socket> sockets = new ArrayList<>();
    sockets.add(new UnixSockets.Socket(1, OWN, user));
    for (int i = 0; i < others; i++) {
      sockets.add(new UnixSockets.Socket(100 + i, OWN + "/" + i, 65_534));
    }
    return sockets;
  }

  private static UnixSockets.Socket socket(String name) throws IOException {
    return UnixSockets.list(("\0" + name)::equals).orElseThrow().get(0);
  }

  private static Set<Long> inodesOf(String name) {
    try {
      return Set.of(socket(name).inode());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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
