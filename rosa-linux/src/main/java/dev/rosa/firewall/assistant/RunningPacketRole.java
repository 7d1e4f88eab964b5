package dev.rosa.firewall.assistant;

import dev.rosa.firewall.keeper.KeeperProcess;
import dev.rosa.firewall.keeper.PlanReport;
import dev.rosa.firewall.keeper.RunningKeeper;
import dev.rosa.kernel.nft.NftFigures;
import dev.rosa.network.NamespaceLock;
import dev.rosa.packetio.PacketSockets;
import dev.rosa.packetio.RingOptions;
import java.io.IOException;
import java.util.Optional;

/**
 * Unprivileged side of a role that takes packets from the kernel: its keeper, the lock of its name,
 * and its packet sockets, after {@link PacketRoleStart}. Thread-safe.
 */
public final class RunningPacketRole {

  private final RunningKeeper keeper;
  private final NamespaceLock lock;
  private final PacketSockets sockets;
  private final RingOptions ringOptions;

  private RunningPacketRole(
      RunningKeeper keeper, NamespaceLock lock, PacketSockets sockets, RingOptions ringOptions) {
    this.keeper = keeper;
    this.lock = lock;
    this.sockets = sockets;
    this.ringOptions = ringOptions;
  }

  /** Lock that no other process of that name may have. */
  public interface NameLock {
    /** Takes it, or throws in one line. */
    NamespaceLock take() throws IOException;
  }

  /**
   * Begins to watch the keeper of a role that has begun again.
   *
   * @throws IOException in one line if the name is another process's; the keeper is left then
   */
  public static RunningPacketRole of(
      PacketRoleStart begun, NameLock name, RingOptions options, RunningKeeper.Listener news)
      throws IOException {
    NamespaceLock lock = lock(begun.keeper(), name);
    return new RunningPacketRole(
        RunningKeeper.watch(begun.keeper(), news), lock, begun.sockets(), options);
  }

  private static NamespaceLock lock(KeeperProcess keeper, NameLock name) throws IOException {
    try {
      return name.take();
    } catch (IOException e) {
      keeper.abandon();
      throw e;
    }
  }

  /** The workers' sockets, which are closed with the rings that are attached to them. */
  public PacketSockets sockets() {
    return sockets;
  }

  /** The interface that the rings are attached to, and the address that packets go back to. */
  public RingOptions ringOptions() {
    return ringOptions;
  }

  /** What the keeper has reported last; empty if it has ended or hangs: none watches the rules. */
  public Optional<PlanReport> report() {
    return keeper.isKeeping() ? Optional.of(keeper.report()) : Optional.empty();
  }

  /** Number of times that link or rules were made again after another program had changed them. */
  public long remade() {
    return keeper.report().remade();
  }

  /** Number of times that packets began to bypass the role. */
  public long bypasses() {
    return keeper.report().bypasses();
  }

  /** The last figures of the keeper's rules, read about once a second. */
  public NftFigures figures() {
    return keeper.figures();
  }

  /**
   * Ends the keeper, and waits for that.
   *
   * @param orderly true: it takes everything away; false: the role could not start, and what is in
   *     force without it stays
   */
  public void end(boolean orderly) throws IOException {
    try (lock) {
      keeper.end(orderly);
    }
  }
}
