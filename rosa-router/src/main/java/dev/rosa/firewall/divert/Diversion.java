package dev.rosa.firewall.divert;

import dev.rosa.firewall.assistant.PacketRoleStart;
import dev.rosa.firewall.assistant.RunningPacketRole;
import dev.rosa.firewall.keeper.KeeperProcess;
import dev.rosa.firewall.keeper.PlanReport;
import dev.rosa.firewall.keeper.RunningKeeper;
import dev.rosa.packetio.PacketSockets;
import dev.rosa.packetio.RingFormat;
import dev.rosa.packetio.RingOptions;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Router's side of the diversion of active packets: it starts the keeper process, opens the packet
 * sockets, and tells the state. {@link #begin} happens twice ({@link PacketRoleStart}).
 * Thread-safe.
 */
public final class Diversion implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Diversion.class);

  private final RunningPacketRole role;

  /** The treatment of active packets. */
  public enum State {
    /** They come to the router. */
    DIVERTING,
    /** They are forwarded or dropped, as configured: the keeper does not hear all workers. */
    BYPASS,
    /** The keeper has ended, or hangs: no process watches the rules. */
    UNKEPT;

    /** The state that a keeper reports. */
    static State of(PlanReport report) {
      return report.active() ? DIVERTING : BYPASS;
    }
  }

  private Diversion(RunningPacketRole role) {
    this.role = role;
  }

  /**
   * Begins, see above; in the process as it was started it returns only by an exception.
   *
   * @param routerName for names and marks of what is made
   * @param undiverted ends the router: its keeper has ended, and taken its link away
   * @throws IOException in one line: which privilege or program is missing, what is in the way
   */
  public static Diversion begin(Interfaces interfaces, String routerName, Runnable undiverted)
      throws IOException {
    DiversionPlan plan = DiversionPlan.of(interfaces, routerName);
    OptionalInt mark =
        plan.makesPair() ? OptionalInt.of(plan.way().returnMark()) : OptionalInt.empty();
    PacketRoleStart.Role role =
        new PacketRoleStart.Role("router", "<interfaces>", interfaces.workers(), mark);
    PacketRoleStart begun = PacketRoleStart.begin(role, () -> prepare(plan, routerName));
    return new Diversion(
        RunningPacketRole.of(
            begun,
            () -> DiversionLocks.ofRouter(routerName),
            ringOptions(interfaces, begun.keeper()),
            new KeeperNews(interfaces, undiverted)));
  }

  private static PacketRoleStart.Prepared prepare(DiversionPlan plan, String routerName)
      throws IOException {
    // Fails if another process has it, such as a router without its keeper. It does not outlive the
    // exec.
    DiversionLocks.ofRouter(routerName).close();
    KeeperProcess keeper = KeeperProcess.start(RouterKeeper.class, plan.arguments());
    return new PacketRoleStart.Prepared(keeper, List.of());
  }

  private static RingOptions ringOptions(Interfaces interfaces, KeeperProcess keeper) {
    Interfaces.Assistant assistant = interfaces.assistant();
    boolean elsewhere = assistant.isElsewhere();
    String address = elsewhere ? assistant.returnTo() : keeper.handover();
    return new RingOptions(
        elsewhere ? assistant.onInterface() : assistant.peer(),
        HexFormat.ofDelimiter(":").parseHex(address),
        RingOptions.DEFAULT_RING_BYTES,
        new SecureRandom().nextLong(),
        elsewhere ? RingFormat.ACTIVE_ALONE : RingFormat.ACTIVE);
  }

  /** The workers' sockets, which are closed with the rings that are attached to them. */
  public PacketSockets sockets() {
    return role.sockets();
  }

  /** The interfaces that the rings are attached to, and the address that packets go back to. */
  public RingOptions ringOptions() {
    return role.ringOptions();
  }

  /** Log lines about the keeper, for the operator. */
  private static final class KeeperNews implements RunningKeeper.Listener {

    private final KeeperExitNotice exitNotice;
    private final Runnable undiverted;

    KeeperNews(Interfaces interfaces, Runnable undiverted) {
      exitNotice = new KeeperExitNotice(interfaces);
      this.undiverted = undiverted;
    }

    @Override
    public void failed(String sentence) {
      exitNotice.failed();
      LOG.error("the keeper failed: {}", sentence);
    }

    @Override
    public void tookAway() {
      exitNotice.tookAway();
    }

    @Override
    public void lost() {
      LOG.error(
          "the keeper has ended: link and rules are not watched any longer; {}", exitNotice.text());
      if (exitNotice.isFinal()) {
        undiverted.run();
      }
    }

    @Override
    public void hangs() {
      LOG.error(
          "the keeper hangs: link and rules are not watched, and active packets are lost when this"
              + " router hangs, too");
    }

    @Override
    public void answersAgain() {
      LOG.info("the keeper answers again");
    }
  }

  /** The present treatment of active packets. */
  public State state() {
    return role.report().map(State::of).orElse(State.UNKEPT);
  }

  /** Number of times that link or rules were made again after another program had changed them. */
  public long remade() {
    return role.remade();
  }

  /** Number of times that active packets began to bypass the router. */
  public long bypasses() {
    return role.bypasses();
  }

  /** Names of the counters of packets that the rules drop. */
  public static Set<String> dropCounters() {
    return NftRules.COUNTERS.keySet();
  }

  /** Packets that the rules have dropped since they were made last, by the counter's name. */
  public Map<String, Long> dropped() {
    return role.figures().packetsOf(dropCounters());
  }

  /** Lets the keeper take everything away, and waits for that. */
  @Override
  public void close() throws IOException {
    role.end(true);
  }

  /**
   * Leaves the keeper to itself when the router could not start. The rules for a router that is
   * gone stay in force.
   */
  public void abandon() throws IOException {
    role.end(false);
  }
}
