package dev.rosa.proxy.cache;

import dev.rosa.config.ConfigException;
import dev.rosa.kernel.bpf.BpfLink;
import dev.rosa.kernel.bpf.BpfMap;
import java.io.IOException;
import java.net.InetAddress;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The daemon's side of the cache in the kernel: who may use it, and until when. Verdicts hold in
 * one generation; other rules, users or minutes begin another one. The program lets nothing pass
 * unless {@link #tick} was called within the last seconds. Thread-safe.
 */
public final class KernelCache implements AutoCloseable {

  /** No class: the client's requests are all the daemon's. */
  static final int NO_CLASS = -1;

  private static final long SECOND = 1_000_000_000L;
  private static final long LEASE_NANOS = 3 * SECOND;
  private static final long LOOK_NANOS = 10 * SECOND;
  private static final long IDLE_NANOS = 600 * SECOND;
  private static final int IPV4_BYTES = 4;

  /** Changes of maps that may fail. */
  private static final int MOST_FAILURES = 16;

  private final List<Integer> descriptors;
  private final BpfMap clients;
  private final BpfMap control;
  private final BpfMap counts;
  private final List<BpfLink> links;
  private final CachePolicy policy;
  private final LongSupplier nanos;
  private final Map<InetAddress, Client> known = new ConcurrentHashMap<>();
  private final Map<BitSet, Integer> classes = new HashMap<>();

  /** Workers that have not taken back the connections of a client yet. */
  private final Map<InetAddress, Integer> takers = new HashMap<>();

  private volatile int generation = 1;
  private volatile String obstacle;
  private final AtomicLong written = new AtomicLong();
  private final AtomicInteger failures = new AtomicInteger();
  private long lookedNanos;

  /** A client that the kernel knows. */
  private static final class Client {
    private final int user;
    private final int number;
    private final int generation;
    private long usedNanos;

    Client(int user, int number, int generation, long usedNanos) {
      this.user = user;
      this.number = number;
      this.generation = generation;
      this.usedNanos = usedNanos;
    }
  }

  private KernelCache(List<Integer> descriptors, CachePolicy policy, LongSupplier nanos)
      throws IOException {
    this.descriptors = List.copyOf(descriptors);
    this.policy = policy;
    this.nanos = nanos;
    clients = BpfMap.ofDescriptor(descriptors.get(1), CacheLayout.CLIENTS);
    control = BpfMap.ofDescriptor(descriptors.get(3), CacheLayout.CONTROL);
    counts = BpfMap.ofDescriptorPerProcessor(descriptors.get(4), CacheLayout.COUNTS);
    links =
        descriptors.subList(CacheStart.MAPS, descriptors.size()).stream()
            .map(BpfLink::ofDescriptor)
            .toList();
  }

  /**
   * The cache that {@link CacheStart#start} has made.
   *
   * @param nanos a clock as {@link System#nanoTime}, which is the kernel's monotonic one
   */
  public static KernelCache of(List<Integer> descriptors, CachePolicy policy, LongSupplier nanos)
      throws IOException {
    return new KernelCache(descriptors, policy, nanos);
  }

  /** A worker's part of it. */
  public WorkerCache worker() {
    return new WorkerCache(
        this,
        BpfMap.ofDescriptor(descriptors.get(0), CacheLayout.FLOWS),
        BpfMap.ofDescriptor(descriptors.get(2), CacheLayout.VERDICTS),
        nanos);
  }

  /** The generation of verdicts that are decided about now. */
  int generation() {
    return generation;
  }

  /**
   * Looks at the clock, the users and the links, and says for the next seconds that all is well.
   */
  public synchronized void tick() {
    if (obstacle != null) {
      return;
    }
    try {
      requireLinks();
      long now = nanos.getAsLong();
      boolean looks = now - lookedNanos >= LOOK_NANOS;
      lookedNanos = looks ? now : lookedNanos;
      for (Map.Entry<InetAddress, Client> each : known.entrySet()) {
        look(each.getKey(), each.getValue(), now, looks);
      }
      writeControl(now + LEASE_NANOS);
    } catch (IOException e) {
      end(ConfigException.oneLine(e));
    }
  }

  private void requireLinks() throws IOException {
    for (BpfLink link : links) {
      if (link.interfaceIndex() == 0) {
        throw new IOException("a link is gone, or its program was detached");
      }
    }
  }

  private void look(InetAddress address, Client client, long now, boolean looks)
      throws IOException {
    if (client.generation != generation || policy.userAt(address) != client.user) {
      remove(address);
      return;
    }
    if (!looks) {
      return;
    }
    key(address);
    long seen = clients.get() ? clients.value().getLong(CacheLayout.CLIENT_SEEN) : 0;
    if (seen != 0 && seen - client.usedNanos > 0) {
      client.usedNanos = seen;
      policy.seen(address);
    } else if (now - client.usedNanos > IDLE_NANOS) {
      remove(address);
    }
  }

  private void writeControl(long until) throws IOException {
    control.value().putLong(CacheLayout.CONTROL_UNTIL, until);
    control.value().putLong(CacheLayout.CONTROL_GENERATION, generation);
    boolean unused = control.put();
  }

  /** All verdicts have ended: the time is another one. */
  public void clear() {
    clear(() -> {});
  }

  /**
   * Ends all verdicts with the rules by which they were. Meanwhile the kernel lets nothing pass,
   * and no client gets a class: none has one of both rules, which would tell it verdicts of others.
   *
   * @param replaceRules puts other rules in force
   */
  public synchronized void clear(Runnable replaceRules) {
    pause();
    replaceRules.run();
    // Behind it: who reads the new generation decides by the new rules.
    generation++;
    classes.clear();
    if (obstacle != null) {
      return;
    }
    try {
      // Two steps, as the kernel may read between two words.
      writeControl(0);
      writeControl(nanos.getAsLong() + LEASE_NANOS);
      // They have ended with their generation; this gives their room to others.
      for (InetAddress client : known.keySet()) {
        remove(client);
      }
    } catch (IOException e) {
      end(ConfigException.oneLine(e));
    }
  }

  private void pause() {
    if (obstacle != null) {
      return;
    }
    try {
      writeControl(0);
    } catch (IOException e) {
      end(ConfigException.oneLine(e));
    }
  }

  /** A client's user has changed: nothing of it passes any more before a worker has seen it. */
  public synchronized void forget(InetAddress client) {
    if (obstacle != null) {
      return;
    }
    try {
      remove(client);
    } catch (IOException e) {
      end(ConfigException.oneLine(e));
    }
  }

  /**
   * A client's login has ended, and workers take its connections back. Till the last one has, the
   * kernel lets nothing of the client pass, also after another login: a request that passes while
   * its connection is taken back is one of which the worker does not know.
   *
   * @param workers each of which calls {@link WorkerCache#taken}
   */
  public synchronized void takeBack(InetAddress client, int workers) {
    takers.merge(client, workers, Integer::sum);
    forget(client);
  }

  /** A worker has taken the connections of a client back. */
  synchronized void taken(InetAddress client) {
    takers.computeIfPresent(client, (unused, left) -> left > 1 ? left - 1 : null);
  }

  private void remove(InetAddress client) throws IOException {
    known.remove(client);
    key(client);
    boolean unused = clients.remove();
  }

  private void key(InetAddress client) {
    byte[] address = client.getAddress();
    clients.key().putLong(0, 0).putLong(Long.BYTES, 0);
    if (address.length == IPV4_BYTES) {
      clients.key().putShort(10, (short) -1).put(12, address);
    } else {
      clients.key().put(0, address);
    }
  }

  /**
   * The number of a client's class in a generation.
   *
   * @return {@link #NO_CLASS} if the kernel cannot know it, or the generation is over
   */
  int classOf(InetAddress client, int user, int ofGeneration) {
    Client now = known.get(client);
    boolean isKnown = now != null && now.user == user && now.generation == ofGeneration;
    return isKnown ? now.number : register(client, user, ofGeneration);
  }

  /** Tells whether the kernel knows a client now. */
  boolean knows(InetAddress client, int user) {
    Client now = known.get(client);
    return now != null && now.user == user && now.generation == generation;
  }

  private synchronized int register(InetAddress client, int user, int ofGeneration) {
    if (obstacle != null || ofGeneration != generation || takers.containsKey(client)) {
      return NO_CLASS;
    }
    int number = classes.computeIfAbsent(policy.classOf(client, user), unused -> classes.size());
    try {
      key(client);
      clients.value().putInt(CacheLayout.CLIENT_CLASS, number);
      clients.value().putInt(CacheLayout.CLIENT_GENERATION, generation);
      clients.value().putLong(CacheLayout.CLIENT_SEEN, 0);
      if (!clients.put()) {
        return NO_CLASS;
      }
      known.put(client, new Client(user, number, generation, nanos.getAsLong()));
      // A logout in between found nothing to forget.
      if (policy.userAt(client) == user) {
        return number;
      }
      remove(client);
    } catch (IOException e) {
      end(ConfigException.oneLine(e));
    }
    return NO_CLASS;
  }

  /** A map could not be changed, which may have been for this moment alone. */
  void failed(IOException why) {
    if (failures.incrementAndGet() >= MOST_FAILURES) {
      end(ConfigException.oneLine(why));
    }
  }

  /** The cache ends for a reason; the daemon judges all. */
  synchronized void end(String reason) {
    if (obstacle == null) {
      links.forEach(BpfLink::close);
      obstacle = reason;
    }
  }

  /** Why there is none any more; empty if there is one. */
  public Optional<String> obstacle() {
    return Optional.ofNullable(obstacle);
  }

  void addWritten() {
    written.incrementAndGet();
  }

  /** Verdicts that were written since the beginning; one that is in use is written again. */
  public long written() {
    return written.get();
  }

  boolean isOn() {
    return obstacle == null;
  }

  /** Clients that may use it now. */
  public int clients() {
    return known.size();
  }

  /** What the program has counted. */
  public synchronized Map<CacheCount, Long> counts() {
    Map<CacheCount, Long> all = new EnumMap<>(CacheCount.class);
    CacheCount[] kinds = CacheCount.values();
    try {
      long[] sums = counts.sums(0, kinds.length);
      for (CacheCount each : kinds) {
        all.put(each, sums[each.ordinal()]);
      }
    } catch (IOException e) {
      end(ConfigException.oneLine(e));
    }
    return all;
  }

  @Override
  public void close() {
    end("the proxy ends");
  }
}
