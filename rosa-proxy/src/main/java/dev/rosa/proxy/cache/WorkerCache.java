package dev.rosa.proxy.cache;

import dev.rosa.config.ConfigException;
import dev.rosa.kernel.bpf.BpfMap;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/**
 * A worker's part of the cache: connections that it gives to the kernel and takes back, and
 * verdicts that it writes down. Nothing is allocated for a request. Owned by one thread.
 */
public final class WorkerCache {
  private static final long SPREAD = 0x9e3779b97f4a7c15L;
  private static final long MAPPED = 0xffff_0000_0000L;
  private static final int RECENT = 1 << 12;
  private static final int MOST_READS = 1_000;
  private static final long NEVER = -1;

  /** A verdict is written again after that time: the kernel may have forgotten it. */
  private static final int SECOND_BITS = 30;

  private final KernelCache shared;
  private final BpfMap flows;
  private final BpfMap verdicts;
  private final ByteBuffer flowKey;
  private final ByteBuffer verdictKey;
  private final LongSupplier nanos;
  private final long seed = new SplittableRandom().nextLong();
  private final long[] recentHashes = new long[RECENT];
  private final long[] recentTimes = new long[RECENT];
  private final int[] recentGenerations = new int[RECENT];

  WorkerCache(KernelCache shared, BpfMap flows, BpfMap verdicts, LongSupplier nanos) {
    this.shared = shared;
    this.flows = flows;
    this.verdicts = verdicts;
    this.nanos = nanos;
    flowKey = flows.key().duplicate().order(ByteOrder.BIG_ENDIAN);
    verdictKey = verdicts.key().duplicate().order(ByteOrder.BIG_ENDIAN);
  }

  /** The generation of verdicts; to be asked for before a decision. */
  public int generation() {
    return shared.generation();
  }

  /**
   * The connection that the next call is about. IPv4 addresses are in the lower half of {@code
   * …Low}.
   */
  public WorkerCache of(
      boolean isIpv4,
      long clientHigh,
      long clientLow,
      long serverHigh,
      long serverLow,
      int clientPort,
      int serverPort) {
    long mapped = isIpv4 ? MAPPED : 0;
    flowKey.putLong(CacheLayout.FLOW_CLIENT, clientHigh);
    flowKey.putLong(CacheLayout.FLOW_CLIENT + Long.BYTES, clientLow | mapped);
    flowKey.putLong(CacheLayout.FLOW_SERVER, serverHigh);
    flowKey.putLong(CacheLayout.FLOW_SERVER + Long.BYTES, serverLow | mapped);
    flowKey.putShort(CacheLayout.FLOW_PORTS, (short) clientPort);
    flowKey.putShort(CacheLayout.FLOW_SERVER_PORT, (short) serverPort);
    flows.key().putInt(CacheLayout.FLOW_VERSION, isIpv4 ? 4 : 6);
    return this;
  }

  /** Tells whether the kernel knows a client: it has shown before that it hears a server. */
  public boolean knows(InetAddress client, int user) {
    return shared.knows(client, user);
  }

  /**
   * Gives the connection to the kernel, which may let its next requests pass.
   *
   * @param next sequence number of the client's next byte
   * @param acknowledged by the client; its next request acknowledges more
   * @param limit by how much more at most
   * @return false if the kernel has no room for it, or may not let requests of its client pass
   */
  public boolean arm(InetAddress client, int user, int next, int acknowledged, int limit) {
    if (shared.classOf(client, user, shared.generation()) == KernelCache.NO_CLASS) {
      return false;
    }
    ByteBuffer value = flows.value();
    value.putLong(CacheLayout.FLOW_WORD, (long) next << Integer.SIZE | CacheLayout.ARMED);
    value.putInt(CacheLayout.FLOW_ACKNOWLEDGED, acknowledged);
    value.putInt(CacheLayout.FLOW_LIMIT, limit);
    value.putInt(CacheLayout.FLOW_HITS, 0).putInt(CacheLayout.FLOW_LENGTH, 0);
    try {
      return flows.put();
    } catch (IOException e) {
      shared.failed(e);
      return false;
    }
  }

  /**
   * Reads the connection. Where the cache has ended, the kernel lets nothing of it pass any more.
   */
  public FlowState read() {
    try {
      for (int reads = 0; reads < MOST_READS; reads++) {
        // First: what is read must be the last word if it has.
        boolean isOn = shared.isOn();
        if (!flows.get()) {
          return FlowState.ABSENT;
        }
        int state = (int) flows.value().getLong(CacheLayout.FLOW_WORD);
        if ((state & CacheLayout.BUSY) == 0) {
          return isOn && (state & CacheLayout.ARMED) != 0 ? FlowState.ARMED : FlowState.TAKEN;
        }
      }
    } catch (IOException e) {
      shared.end(ConfigException.oneLine(e));
      return FlowState.ABSENT;
    }
    return FlowState.ARMED;
  }

  /** This worker has taken back all connections of a client, see {@link KernelCache#takeBack}. */
  public void taken(InetAddress client) {
    shared.taken(client);
  }

  /** Packets of clients come here that the program has not seen: it is of no use, and ends. */
  public void endUnseen() {
    shared.end("packets do not come to its program: another one takes them before");
  }

  /** Takes the connection out of the cache. */
  public void remove() {
    try {
      boolean unused = flows.remove();
    } catch (IOException e) {
      shared.failed(e);
    }
  }

  /** Sequence number of the client's next byte, of the connection that was read last. */
  public int next() {
    return (int) (flows.value().getLong(CacheLayout.FLOW_WORD) >>> Integer.SIZE);
  }

  /** Requests of it that the kernel has let pass since it was armed. */
  public int hits() {
    return flows.value().getInt(CacheLayout.FLOW_HITS);
  }

  /** What the client had acknowledged by the last of them. */
  public int acknowledged() {
    return flows.value().getInt(CacheLayout.FLOW_ACKNOWLEDGED);
  }

  /** Memory of the last of them, from {@link #lastOffset} on. */
  public ByteBuffer last() {
    return flows.value();
  }

  /** Offset of the last request. */
  public int lastOffset() {
    return CacheLayout.FLOW_HEAD;
  }

  /** Bytes of the last request; 0 if none has passed. */
  public int lastLength() {
    return flows.value().getInt(CacheLayout.FLOW_LENGTH);
  }

  /**
   * Writes down that a request was let pass, of the connection that {@link #of} was about, if it
   * was the same before: a flood of others costs no call of the kernel.
   *
   * @param generation as it was before the decision
   * @param head its bytes
   * @param lineEnd length of the request line with its CR
   * @param hostBegin of the host in it
   * @param hostEnd of that
   * @return true if the kernel knows it now
   */
  public boolean remember(
      InetAddress client,
      int user,
      int generation,
      byte[] head,
      int lineEnd,
      int hostBegin,
      int hostEnd) {
    int bytes = lineEnd + hostEnd - hostBegin;
    if (bytes >= CacheLayout.TEXT_BYTES || !shared.isOn()) {
      return false;
    }
    int number = shared.classOf(client, user, generation);
    if (number == KernelCache.NO_CLASS) {
      return false;
    }
    verdicts.key().putInt(CacheLayout.VERDICT_CLASS, number);
    verdictKey.putShort(CacheLayout.VERDICT_PORT, flowKey.getShort(CacheLayout.FLOW_SERVER_PORT));
    verdictKey.putShort(CacheLayout.VERDICT_PORT + Short.BYTES, (short) 0);
    verdictKey.put(CacheLayout.VERDICT_SERVER, flowKey, CacheLayout.FLOW_SERVER, 16);
    for (int at = CacheLayout.VERDICT_TEXT; at < CacheLayout.VERDICT_KEY_BYTES; at += Long.BYTES) {
      verdictKey.putLong(at, 0);
    }
    verdictKey.put(CacheLayout.VERDICT_TEXT, head, 0, lineEnd);
    verdictKey.put(CacheLayout.VERDICT_TEXT + lineEnd, head, hostBegin, hostEnd - hostBegin);
    return write(generation);
  }

  private boolean write(int generation) {
    long hash = seed;
    for (int at = 0; at < CacheLayout.VERDICT_KEY_BYTES; at += Long.BYTES) {
      hash = (hash ^ verdictKey.getLong(at)) * SPREAD;
      hash ^= hash >>> 32;
    }
    int slot = (int) (hash >>> 40) & RECENT - 1;
    boolean isKnown = recentHashes[slot] == hash && recentGenerations[slot] == generation;
    if (!isKnown) {
      recentHashes[slot] = hash;
      recentGenerations[slot] = generation;
      recentTimes[slot] = NEVER;
      return false;
    }
    long now = nanos.getAsLong() >>> SECOND_BITS;
    if (recentTimes[slot] == now) {
      return true;
    }
    try {
      verdicts.value().putLong(0, generation);
      if (!verdicts.put()) {
        return false;
      }
    } catch (IOException e) {
      shared.failed(e);
      return false;
    }
    shared.addWritten();
    recentTimes[slot] = now;
    return true;
  }
}
