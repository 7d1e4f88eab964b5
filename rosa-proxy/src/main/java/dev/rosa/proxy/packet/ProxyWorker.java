package dev.rosa.proxy.packet;

import dev.rosa.packetio.PacketBatch;
import dev.rosa.packetio.PacketBuffer;
import dev.rosa.packetio.PacketIo;
import dev.rosa.proxy.cache.KernelCache;
import dev.rosa.proxy.cache.WorkerCache;
import dev.rosa.proxy.divert.Verdict;
import dev.rosa.proxy.ftp.DataConnection;
import dev.rosa.proxy.http.AnswerPages;
import dev.rosa.proxy.http.HeadBuffers;
import dev.rosa.proxy.http.RequestHead;
import dev.rosa.proxy.http.ResponseHead;
import dev.rosa.proxy.journal.ConnectionLog;
import dev.rosa.proxy.journal.OpenConnection;
import dev.rosa.proxy.login.LoggedIn;
import dev.rosa.proxy.policy.RulesInForce;
import dev.rosa.proxy.stream.KeptRoom;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.stream.TcpSegment;
import dev.rosa.proxy.tls.ClientHello;
import dev.rosa.proxy.url.Scheme;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Worker that judges packets: it takes a batch, gives back what may pass, and answers for what may
 * not. A packet that it does not give back is dropped. Its methods are called by its own thread,
 * but for {@link #forget}, {@link #open}, {@link #close} and {@link #counts}.
 */
public final class ProxyWorker {
  private static final int BATCH = 64;
  private static final int WAIT_MILLIS = 20;
  private static final int HELD_PACKETS = 1024;

  /** Each head that is incomplete has a packet that is held, and an answer has two buffers. */
  private static final int HEADS = 2 * (HELD_PACKETS + 1);

  private final PacketIo io;
  private final PacketBatch batch;
  private final Outgoing outgoing;
  private final ForgedSegments forged;
  private final LoginGate gate;
  private final FlowSweep sweep;
  private final ClientSide clients;
  private final ServerSide servers;
  private final WorkerCounts counts = new WorkerCounts();
  private final Queue<Asked> waiting = new ConcurrentLinkedQueue<>();
  private final Queue<Asked> done = new ArrayDeque<>();
  private final TcpSegment segment = new TcpSegment();
  private final Ends ends = new Ends();
  private final int clientLinks;
  private final LongSupplier nanos;

  /**
   * What all workers have alike.
   *
   * @param rules in force
   * @param loggedIn who is logged in
   * @param log of connections
   * @param schemes of ports, by number
   * @param clientLinks count of the links where clients are: their numbers begin with 1
   * @param connections most of one worker
   * @param perClient most of one client at one worker
   * @param packetBytes the longest packet
   * @param keptBytes most bytes of one worker's connections that are kept for comparisons
   * @param loginPage address of the page to log in; null: none
   * @param secret that clients do not know
   * @param clock time of day, for the log
   * @param cache in the kernel; empty: there is none
   */
  public record Setup(
      RulesInForce rules,
      LoggedIn loggedIn,
      ConnectionLog log,
      Map<Integer, Scheme> schemes,
      int clientLinks,
      int connections,
      int perClient,
      int packetBytes,
      long keptBytes,
      String loginPage,
      long secret,
      InstantSource clock,
      Optional<KernelCache> cache) {}

  /**
   * A worker.
   *
   * @param nanos a clock as {@link System#nanoTime}
   */
  public ProxyWorker(PacketIo io, Setup setup, LongSupplier nanos) {
    this.io = io;
    this.nanos = nanos;
    clientLinks = setup.clientLinks();
    batch = new PacketBatch(BATCH, setup.packetBytes());
    outgoing = new Outgoing(io, batch, setup.packetBytes());
    forged = new ForgedSegments(outgoing);
    HeldPackets held = new HeldPackets(HELD_PACKETS, setup.packetBytes());
    AnswerPages pages = new AnswerPages(setup.loginPage());
    WorkerCache cache = setup.cache().map(KernelCache::worker).orElse(null);
    CachedFlows cached = new CachedFlows(cache, counts);
    Refusals refusals = new Refusals(forged, held, pages, setup.rules(), counts, cached);
    LocalAcknowledgements acknowledgements = new LocalAcknowledgements(forged, outgoing, held);
    gate = new LoginGate(forged, pages, ~setup.secret(), counts);
    FlowTable table = new FlowTable(setup.connections(), setup.secret());
    FlowLog log = new FlowLog(setup.log(), setup.rules(), setup.clock());
    JudgeMaker judges = judges(setup, cache);
    ClientLimits limits = new ClientLimits(setup.perClient());
    Flows flows = new Flows(table, limits, judges, held, refusals, log, counts, cached);
    sweep = new FlowSweep(table, flows, held, refusals, acknowledgements, log, counts, cached);
    clients =
        new ClientSide(
            new ClientSide.Parts(
                flows,
                outgoing,
                acknowledgements,
                refusals,
                gate,
                forged,
                setup.loggedIn(),
                setup.rules(),
                counts,
                cached),
            clientLinks + 1);
    servers =
        new ServerSide(
            flows,
            outgoing,
            refusals,
            acknowledgements,
            new AnswerSide(held, outgoing, acknowledgements, refusals, counts),
            counts,
            cached);
  }

  private JudgeMaker judges(Setup setup, WorkerCache cache) {
    JudgeMaker.Shared shared =
        new JudgeMaker.Shared(
            setup.rules(),
            counts.refusals(),
            new HeadBuffers(HEADS),
            new RequestHead(),
            new ResponseHead(),
            new ClientHello(),
            new KeptRoom(setup.keptBytes()),
            cache);
    return new JudgeMaker(shared, setup.schemes());
  }

  /** Works until the packets' source is closed. */
  public void run() throws IOException {
    boolean goesOn = true;
    while (goesOn) {
      goesOn = turn();
    }
    sweep.close();
  }

  /**
   * Takes and works on a batch.
   *
   * @return false when there will never be more
   */
  boolean turn() throws IOException {
    boolean goesOn = io.receive(batch, WAIT_MILLIS);
    work(nanos.getAsLong());
    return goesOn;
  }

  /** Works on the batch, and on what is due. */
  private void work(long now) throws IOException {
    for (int i = 0; i < batch.size(); i++) {
      take(batch.buffer(i), now);
    }
    doTasks();
    sweep.tick(now);
    outgoing.flush();
    tellDone();
  }

  private void doTasks() throws IOException {
    for (Asked asked = waiting.poll(); asked != null; asked = waiting.poll()) {
      asked.task().run();
      done.add(asked);
    }
  }

  private void tellDone() {
    for (Asked asked = done.poll(); asked != null; asked = done.poll()) {
      asked.isDone().countDown();
    }
  }

  /** Work of this thread that another one asks for. */
  private interface Task {
    void run() throws IOException;
  }

  /** What was asked for; it is done when the packets that it made have been sent. */
  private record Asked(Task task, CountDownLatch isDone) {}

  /** A packet that tells the kernel of a hole. */
  private interface HolePacket {
    void send(Ends ends, int link) throws IOException;
  }

  /** Any link that is there will do. */
  private void tell(DataConnection data, HolePacket packet) throws IOException {
    ends.set(data.opener(), data.listener(), data.port());
    for (int link = 1; link <= clientLinks; link++) {
      packet.send(ends, link);
    }
  }

  private void take(PacketBuffer packet, long now) throws IOException {
    ByteBuffer memory = packet.memory();
    int ip = packet.offset();
    boolean isCut = packet.length() > packet.room();
    RefusalReason fault =
        isCut ? RefusalReason.BAD_HEADER : segment.read(memory, ip, packet.length());
    if (fault != null && !fault.endsConnection()) {
      counts.refusals().add(fault);
      return;
    }
    counts.addPacket(segment.payloadLength());
    boolean isFromClient = Verdict.link(packet.ingress()) <= clientLinks;
    ends.read(memory, ip, segment, isFromClient);
    if (isFromClient) {
      clients.take(packet, segment, ends, fault, now);
    } else if (fault == null) {
      servers.take(packet, segment, ends, now);
    } else {
      counts.refusals().add(fault);
    }
  }

  private void forgetNow(InetAddress client) throws IOException {
    // First: that lets the kernel take the client for one that may have connections.
    sweep.takeBack(client);
    ends.setClient(client);
    for (int link = 1; link <= clientLinks; link++) {
      forged.forget(ends, link);
    }
  }

  /** A client's login has ended: the kernel lets nothing of it pass any more. From any thread. */
  public void forget(InetAddress client) {
    CountDownLatch unused = ask(() -> forgetNow(client));
  }

  /**
   * Lets the kernel take one data connection of FTP. From any thread.
   *
   * @return counts down when the kernel has been told
   */
  public CountDownLatch open(DataConnection data) {
    return ask(() -> tell(data, forged::openHole));
  }

  /** Lets the kernel take that data connection no more. From any thread. */
  public void close(DataConnection data) {
    CountDownLatch unused = ask(() -> tell(data, forged::closeHole));
  }

  /**
   * Connections that go on, in no order. From any thread.
   *
   * @param client whose they are; null: anybody's
   * @param most that many
   * @param into takes them before the result counts down
   */
  public CountDownLatch connections(
      InetAddress client, int most, Consumer<List<OpenConnection>> into) {
    return ask(() -> into.accept(sweep.open(client, most)));
  }

  private CountDownLatch ask(Task task) {
    Asked asked = new Asked(task, new CountDownLatch(1));
    waiting.add(asked);
    io.wakeUp();
    return asked.isDone();
  }

  /** Counts. From any thread. */
  public WorkerCounts counts() {
    return counts;
  }
}
