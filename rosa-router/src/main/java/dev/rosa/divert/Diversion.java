package dev.rosa.divert;

import dev.rosa.kernel.process.CapabilitySets;
import dev.rosa.kernel.process.ChildProcess;
import dev.rosa.kernel.process.Descriptors;
import dev.rosa.kernel.process.PrivateJvm;
import dev.rosa.kernel.process.Privileges;
import dev.rosa.kernel.process.ProcessOwner;
import dev.rosa.kernel.process.SelfExec;
import dev.rosa.packetio.PacketSockets;
import dev.rosa.packetio.RingOptions;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A router's way to the kernel's network, from the router's side. {@link #begin} happens twice. In
 * the process as it was started, with privileges, it starts the keeper and opens the packet
 * sockets. Then it drops every capability and lets the process begin again; there it takes over the
 * inherited pipes and sockets. Thread-safe.
 */
public final class Diversion implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Diversion.class);

  private static final String HANDOVER = "ROSA_KEEPER";
  private static final String SOCKETS = "ROSA_PACKET_SOCKETS";
  private static final long END_MILLIS = 5_000;
  private static final long ASK_MILLIS = 1_000;

  private final KeeperProcess keeper;
  private final Claim claim;
  private final PacketSockets sockets;
  private final RingOptions ringOptions;
  private final OutputStream toKeeper;
  private final Afterwards afterwards;
  private final Vigil vigil = new Vigil();
  private final Thread reader;
  private volatile Events.Report report = new Events.Report(State.BYPASS, 0, 0);
  private volatile boolean closing;
  private volatile boolean ended;

  /** The treatment of active packets. */
  public enum State {
    /** They come to the router. */
    DIVERTING,
    /** They are forwarded or dropped, as configured: the keeper does not hear all workers. */
    BYPASS,
    /** The keeper has ended, or hangs: no process watches the rules. */
    UNKEPT
  }

  private Diversion(KeeperProcess keeper, Claim claim, PacketSockets sockets, Interfaces interfaces)
      throws IOException {
    this.keeper = keeper;
    this.claim = claim;
    this.sockets = sockets;
    this.ringOptions = ringOptions(interfaces, keeper);
    this.toKeeper = Descriptors.writer(keeper.to());
    this.afterwards = new Afterwards(interfaces);
    this.reader = new Thread(this::read, "keeper");
    reader.setDaemon(true);
  }

  /**
   * Begins, see above; in the process as it was started it returns only by an exception.
   *
   * @param routerName for names and marks of what is made
   * @throws IOException in one line: which privilege or program is missing, what is in the way
   */
  public static Diversion begin(Interfaces interfaces, String routerName) throws IOException {
    String inherited = System.getenv(HANDOVER);
    if (inherited != null) {
      String[] words = inherited.split(" ", -1);
      // A child process may have inherited the variable that was meant for its parent.
      if (words[0].equals(ownPid())) {
        return takeOver(words, interfaces, routerName);
      }
    }
    MissingPrivilege.requireBoth("<interfaces>");
    PrivateJvm.require();
    // Fails if another process has it, such as a router without its keeper. It does not outlive the
    // exec.
    Claim.ofRouter(routerName).close();
    Plan plan = Plan.of(interfaces, routerName);
    KeeperProcess keeper = KeeperProcess.start(plan);
    try {
      PacketSockets sockets = PacketSockets.open(interfaces.workers());
      if (plan.makesPair()) {
        sockets.markSent(plan.way().returnMark());
      }
      Privileges.renounce();
      Set<Integer> kept = new HashSet<>(sockets.descriptors());
      kept.addAll(List.of(keeper.to(), keeper.from()));
      SelfExec.again(Map.of(HANDOVER, text(keeper), SOCKETS, sockets.text()), kept);
      throw new IllegalStateException("an exec does not return");
    } catch (IOException e) {
      keeper.abandon();
      throw e;
    }
  }

  private static String ownPid() {
    return Long.toString(ProcessHandle.current().pid());
  }

  private static String text(KeeperProcess keeper) {
    return "%s %d %d %d %s"
        .formatted(ownPid(), keeper.pid(), keeper.to(), keeper.from(), keeper.returnTo());
  }

  private static Diversion takeOver(String[] words, Interfaces interfaces, String routerName)
      throws IOException {
    KeeperProcess keeper =
        new KeeperProcess(
            Long.parseLong(words[1]),
            Integer.parseInt(words[2]),
            Integer.parseInt(words[3]),
            words[4]);
    List<CapabilitySets> threads = CapabilitySets.ofAllThreads();
    if (!threads.stream().allMatch(CapabilitySets::none)) {
      keeper.abandon();
      throw new IOException("some of the router's threads still have capabilities");
    }
    LOG.info("capabilities dropped: none of {} threads has one or can get one", threads.size());
    if (ProcessOwner.isRoot()) {
      LOG.warn(
          "the router runs as user 0, who owns the system's files also without capabilities: give"
              + " it a user of its own, with User= in the systemd unit or setpriv --reuid");
    }
    PrivateJvm.handoverGap().ifPresent(LOG::warn);
    PacketSockets sockets = PacketSockets.inherited(System.getenv(SOCKETS));
    for (int descriptor : sockets.descriptors()) {
      Descriptors.closeOnExec(descriptor, true);
    }
    Descriptors.closeOnExec(keeper.from(), true);
    Diversion diversion = new Diversion(keeper, claim(keeper, routerName), sockets, interfaces);
    diversion.reader.start();
    Thread watch = new Thread(diversion::watch, "keeper-watch");
    watch.setDaemon(true);
    watch.start();
    return diversion;
  }

  private static Claim claim(KeeperProcess keeper, String routerName) throws IOException {
    try {
      return Claim.ofRouter(routerName);
    } catch (IOException e) {
      keeper.abandon();
      throw e;
    }
  }

  private static RingOptions ringOptions(Interfaces interfaces, KeeperProcess keeper) {
    Interfaces.Assistant assistant = interfaces.assistant();
    boolean elsewhere = assistant.isElsewhere();
    String address = elsewhere ? assistant.returnTo() : keeper.returnTo();
    return new RingOptions(
        elsewhere ? assistant.onInterface() : assistant.peer(),
        HexFormat.ofDelimiter(":").parseHex(address),
        RingOptions.DEFAULT_RING_BYTES,
        new SecureRandom().nextLong(),
        !elsewhere);
  }

  /** The workers' sockets, which are closed with the rings that are attached to them. */
  public PacketSockets sockets() {
    return sockets;
  }

  /** The interfaces that the rings are attached to, and the address that packets go back to. */
  public RingOptions ringOptions() {
    return ringOptions;
  }

  private void read() {
    try (PipeLines lines =
        new PipeLines(
            new BufferedInputStream(Descriptors.reader(keeper.from())),
            KeeperProcess.LONGEST_LINE)) {
      for (String line = lines.next(); line != null; line = lines.next()) {
        take(line);
      }
    } catch (IOException e) {
      LOG.warn("the keeper's pipe broke: {}", e.getMessage());
    } finally {
      ended();
    }
  }

  private void take(String line) {
    if (line.startsWith(RouterKeeper.STATE)) {
      report = Events.Report.parse(line.substring(RouterKeeper.STATE.length()));
    } else if (line.startsWith(RouterKeeper.ERROR)) {
      afterwards.failed();
      LOG.error("the keeper failed: {}", line.substring(RouterKeeper.ERROR.length()));
    } else if (line.equals(RouterKeeper.TAKEN_AWAY)) {
      afterwards.tookAway();
    } else if (line.equals(RouterKeeper.KEEPING) && vigil.answered()) {
      LOG.info("the keeper answers again");
    }
  }

  private void ended() {
    ended = true;
    ChildProcess.reap((int) keeper.pid());
    if (!closing) {
      report = new Events.Report(State.UNKEPT, report.remade(), report.bypasses());
      LOG.error(
          "the keeper has ended: nobody watches link and rules any longer; {}", afterwards.text());
    }
  }

  private void watch() {
    try {
      while (!closing && !ended) {
        Thread.sleep(ASK_MILLIS);
        if (vigil.mayAsk(System.nanoTime())) {
          ask();
        }
        if (vigil.beginsToHang(System.nanoTime())) {
          LOG.error(
              "the keeper hangs: nobody watches link and rules, and active packets are lost when"
                  + " this router hangs, too");
        }
      }
    } catch (IOException e) {
      LOG.debug("the keeper's pipe broke", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void ask() throws IOException {
    if (!closing) {
      say(RouterKeeper.ASK);
    }
  }

  private void say(String line) throws IOException {
    toKeeper.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
  }

  /** The present treatment of active packets. */
  public State state() {
    return vigil.hangs() ? State.UNKEPT : report.state();
  }

  /** Number of times that link or rules were made again after another program had changed them. */
  public long remade() {
    return report.remade();
  }

  /** Number of times that active packets began to bypass the router. */
  public long bypasses() {
    return report.bypasses();
  }

  /** Lets the keeper take everything away, and waits for that. */
  @Override
  public void close() throws IOException {
    end(true);
  }

  /**
   * Leaves the keeper to itself when the router could not start. The rules for a router that is
   * gone stay in force.
   */
  public void abandon() throws IOException {
    end(false);
  }

  private void end(boolean orderly) throws IOException {
    closing = true;
    try (claim) {
      if (!ended) {
        hangUp(orderly);
        awaitEnd();
      }
    }
  }

  private synchronized void hangUp(boolean orderly) throws IOException {
    try (toKeeper) {
      if (orderly) {
        say(RouterKeeper.BYE);
      }
    }
  }

  private void awaitEnd() {
    try {
      reader.join(END_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (reader.isAlive()) {
      LOG.warn("the keeper has not ended within {} ms", END_MILLIS);
    }
  }
}
