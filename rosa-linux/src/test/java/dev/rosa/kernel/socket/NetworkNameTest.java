package dev.rosa.kernel.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rosa.kernel.process.ProcessOwner;
import dev.rosa.kernel.process.SocketHolders;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class NetworkNameTest {

  private static final String NAME = "rosa-test/" + ProcessHandle.current().pid();
  private static final String OWN = "\0name";

  /**
   * Binds an abstract address, as another effective user if there is a second argument, says so,
   * and holds it until its standard input ends.
   */
  private static final String HOLDER =
      """
      import os, socket, sys
      user = os.geteuid()
      if len(sys.argv) > 2:
          os.seteuid(int(sys.argv[2]))
      s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      s.bind('\\0' + sys.argv[1])
      os.seteuid(user)
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
    Process keeper =
        hold(
            List.of(NAME + "/keeper"),
            "setpriv",
            "--reuid=65534",
            "--clear-groups",
            "--inh-caps=+net_admin",
            "--ambient-caps=+net_admin");
    try {
      assertEquals(Optional.empty(), NetworkName.take(NAME + "/keeper"));
    } finally {
      keeper.destroyForcibly();
    }
  }

  @Test
  void shouldNotBelievePrivilegedProcessThatAnotherUserLeftASocket() throws Exception {
    Process started = hold(List.of(NAME + "/left", "65534"), "setpriv", "--inh-caps=+net_admin");
    try {
      assertEquals(65_534, socket(NAME + "/left").user());
      NetworkName.take(NAME + "/left").orElseThrow().close();
    } finally {
      started.destroyForcibly();
    }
  }

  @Test
  void shouldNotBelieveProcessWhoseProgramHasTheCapabilityFromItsFile() throws Exception {
    String status =
        """
        Uid:\t1000\t1000\t1000\t1000
        CapInh:\t%s
        CapPrm:\t0000000000003000
        CapEff:\t0000000000003000
        CapBnd:\t000001ffffffffff
        CapAmb:\t%s
        NoNewPrivs:\t0
        """;
    String none = "0000000000000000";
    String netAdmin = "0000000000001000";
    assertTrue(SocketHolders.userIfPrivileged(status.formatted(none, none)).isEmpty());
    assertEquals(
        OptionalInt.of(1_000),
        SocketHolders.userIfPrivileged(status.formatted(netAdmin, netAdmin)));
  }

  @Test
  void shouldLookForPrivilegedProcessesOnceHoweverManySocketsAnotherUserHas() {
    AtomicInteger walks = new AtomicInteger();
    Supplier<Set<SocketHolders.Held>> privileged =
        () -> {
          walks.incrementAndGet();
          return Set.of(new SocketHolders.Held(7, 65_534), new SocketHolders.Held(100, 0));
        };
    assertTrue(NetworkName.isAlone(OWN, withOthers(0, 1_000), privileged));
    assertEquals(1, walks.get());
    List<UnixSockets.Socket> oneIsBelieved = withOthers(0, 1_000);
    oneIsBelieved.add(new UnixSockets.Socket(7, OWN + "/last", 65_534));
    assertFalse(NetworkName.isAlone(OWN, oneIsBelieved, privileged));
  }

  @Test
  void shouldNotLookForPrivilegedProcessesWhenThatTellsNothing() {
    Supplier<Set<SocketHolders.Held>> none =
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

  private static int ownUser() throws IOException {
    return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
  }

  private static Process holdAsAnotherUser(String name) throws Exception {
    return hold(List.of(name), "setpriv", "--reuid=65534", "--clear-groups");
  }

  /** Only root can begin a process of another user. */
  private static Process hold(List<String> arguments, String... as) throws Exception {
    assumeTrue(ProcessOwner.isRoot(), "needs root");
    List<String> command = new ArrayList<>(List.of(as));
    command.addAll(List.of("python3", "-c", HOLDER));
    command.addAll(arguments);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    BufferedReader says = process.inputReader(StandardCharsets.UTF_8);
    String line = says.readLine();
    assumeTrue("bound".equals(line), "no setpriv or python3 here: " + line);
    return process;
  }
}
