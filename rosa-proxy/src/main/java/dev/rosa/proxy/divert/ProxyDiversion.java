package dev.rosa.proxy.divert;

import dev.rosa.firewall.assistant.PacketRoleStart;
import dev.rosa.firewall.assistant.RunningPacketRole;
import dev.rosa.firewall.keeper.KeeperProcess;
import dev.rosa.firewall.keeper.RunningKeeper;
import dev.rosa.kernel.nft.NftFigures;
import dev.rosa.network.NamespaceLock;
import dev.rosa.packetio.PacketSockets;
import dev.rosa.packetio.RingFormat;
import dev.rosa.packetio.RingOptions;
import dev.rosa.proxy.relay.RelaySockets;
import dev.rosa.proxy.rules.InterfacesConfig;
import dev.rosa.proxy.rules.ProxyConfig;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The proxy's side of its kernel part: it starts the keeper process, opens the packet sockets, and
 * tells the state. {@link #begin} happens twice ({@link PacketRoleStart}). Thread-safe.
 */
public final class ProxyDiversion implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ProxyDiversion.class);

  private final RunningPacketRole role;
  private final RelayFamilies relays;
  private final CacheDescriptors cache;
  private final KeeperEnd end;

  /** Check of what a proxy needs beside its kernel part. */
  public interface Check {
    /** Returns if that is there, else throws in one line. */
    void run() throws IOException;
  }

  /** The treatment of proxied traffic. */
  public enum State {
    /** It is judged. */
    JUDGING,
    /** It is dropped or forwarded, as configured: the keeper does not hear all workers. */
    BYPASS,
    /** The keeper has ended, or hangs: no process watches the rules. */
    UNKEPT
  }

  private ProxyDiversion(
      RunningPacketRole role, RelayFamilies relays, CacheDescriptors cache, KeeperEnd end) {
    this.role = role;
    this.relays = relays;
    this.cache = cache;
    this.end = end;
  }

  /**
   * Begins; in the process as it was started it returns only by an exception.
   *
   * @param all configuration, with interfaces
   * @param first runs before anything is in force
   * @param undiverted ends the proxy: its keeper has ended, and taken its link away
   * @throws IOException in one line: which privilege or program is missing, what is in the way
   */
  public static ProxyDiversion begin(ProxyConfig all, Check first, Runnable undiverted)
      throws IOException {
    InterfacesConfig config = all.interfaces();
    PacketRoleStart.Role role =
        new PacketRoleStart.Role(
            "proxy", "<interfaces>", config.workers(), OptionalInt.of(ProxyPlan.RETURN_MARK));
    PacketRoleStart begun = PacketRoleStart.begin(role, () -> prepare(all, first));
    RingOptions options =
        new RingOptions(
            config.assistant().peer(),
            HexFormat.ofDelimiter(":").parseHex(begun.keeper().handover()),
            RingOptions.DEFAULT_RING_BYTES,
            new SecureRandom().nextLong(),
            RingFormat.SEGMENTS);
    CacheDescriptors cache = CacheDescriptors.ofHandover(begun.others(), begun.note(), config);
    KeeperEnd end = new KeeperEnd(config.dropsWhenGone());
    return new ProxyDiversion(
        RunningPacketRole.of(
            begun, () -> lock(config.name()), options, new KeeperNews(end, undiverted)),
        RelayFamilies.ofDescriptors(all, cache.others(begun.others())),
        cache,
        end);
  }

  private static PacketRoleStart.Prepared prepare(ProxyConfig all, Check first) throws IOException {
    InterfacesConfig config = all.interfaces();
    // Fails if another process has it, such as a proxy without its keeper. It does not outlive the
    // exec.
    lock(config.name()).close();
    first.run();
    RelayFamilies relays = RelayFamilies.open(all);
    ProxyPlan plan = ProxyPlan.of(config, relays.ftpWay(config.ports()), relays.httpWay(all));
    KeeperProcess keeper = KeeperProcess.start(ProxyKeeper.class, plan.arguments());
    CacheDescriptors cache = CacheDescriptors.start(config, all.cache());
    List<Integer> others = new ArrayList<>(relays.descriptors());
    others.addAll(cache.numbers());
    return new PacketRoleStart.Prepared(keeper, others, cache.obstacle());
  }

  /** Takes the name of a proxy, which one process has at a time. */
  static NamespaceLock lock(String name) throws IOException {
    return NamespaceLock.take(
        "rosa-proxy/" + name, "a proxy with the name '" + name + "' runs here already");
  }

  /** The workers' sockets, which are closed with the rings that are attached to them. */
  public PacketSockets sockets() {
    return role.sockets();
  }

  /** Sockets of the relays of FTP, one for each IP family; none if nothing relays it. */
  public List<RelaySockets> ftpSockets() {
    return relays.ftp();
  }

  /** The same of HTTP; none if nothing is scanned. */
  public List<RelaySockets> httpSockets() {
    return relays.http();
  }

  /** Descriptors of the kernel's cache, or why there is none. */
  public CacheDescriptors cache() {
    return cache;
  }

  /** The interface that the rings are attached to, and the address that packets go back to. */
  public RingOptions ringOptions() {
    return role.ringOptions();
  }

  /** Log lines about the keeper, for the operator. */
  private static final class KeeperNews implements RunningKeeper.Listener {

    private final KeeperEnd end;
    private final Runnable undiverted;

    KeeperNews(KeeperEnd end, Runnable undiverted) {
      this.end = end;
      this.undiverted = undiverted;
    }

    @Override
    public void failed(String sentence) {
      end.tookAway();
      LOG.error("the keeper failed: {}", sentence);
    }

    @Override
    public void tookAway() {
      end.tookAway();
      LOG.info("{}", end.text());
    }

    @Override
    public void lost() {
      LOG.error(
          "the keeper has ended: link and rules are not watched any longer; {}", end.nextStep());
      if (end.isFinal()) {
        undiverted.run();
      }
    }

    @Override
    public void hangs() {
      LOG.error("the keeper hangs: link and rules are not watched");
    }

    @Override
    public void answersAgain() {
      LOG.info("the keeper answers again");
    }
  }

  /** The present treatment of proxied traffic. */
  public State state() {
    return role.report()
        .map(report -> report.active() ? State.JUDGING : State.BYPASS)
        .orElse(State.UNKEPT);
  }

  /** Number of times that link or rules were made again after another program had changed them. */
  public long remade() {
    return role.remade();
  }

  /** Number of times that traffic began not to be judged. */
  public long bypasses() {
    return role.bypasses();
  }

  /** The last figures of the rules, read about once a second. */
  public NftFigures figures() {
    return role.figures();
  }

  /** Lets the keeper take everything away, and waits for that. */
  @Override
  public void close() throws IOException {
    end.orderly();
    role.end(true);
  }

  /** Leaves the keeper to itself when the proxy could not start. */
  public void abandon() throws IOException {
    role.end(false);
  }
}
