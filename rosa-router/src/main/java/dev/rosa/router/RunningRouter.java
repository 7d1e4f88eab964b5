package dev.rosa.router;

import dev.rosa.config.ConfigException;
import dev.rosa.evidence.EvidenceSink;
import dev.rosa.firewall.divert.Diversion;
import dev.rosa.metering.MeteredThread;
import dev.rosa.role.RunningRole;
import dev.rosa.router.catalogue.CodeServerLink;
import dev.rosa.router.catalogue.KeptState;
import dev.rosa.router.evidence.DropReporter;
import dev.rosa.router.execution.ExecutionEnvironment;
import dev.rosa.router.execution.SharedExceptions;
import dev.rosa.router.execution.ThrownByCode;
import dev.rosa.router.execution.WorkerClock;
import dev.rosa.router.pipeline.DropReason;
import dev.rosa.router.pipeline.LoadingLanes;
import dev.rosa.router.pipeline.NonceCounter;
import dev.rosa.router.pipeline.RouterTally;
import dev.rosa.router.pipeline.RouterWorker;
import dev.rosa.router.pipeline.WorkerWatch;
import dev.rosa.router.pipeline.Workers;
import dev.rosa.router.prewarm.PrewarmedStart;
import dev.rosa.router.resume.ResumeWatch;
import dev.rosa.router.session.RecordLock;
import dev.rosa.router.session.ReplayRecord;
import dev.rosa.router.setup.PacketLinks;
import dev.rosa.router.setup.RouterConfig;
import dev.rosa.router.setup.RouterSetup;
import dev.rosa.router.status.RouterHealth;
import dev.rosa.router.status.RouterMetrics;
import dev.rosa.router.status.RouterStatus;
import dev.rosa.router.witness.LogWitness;
import dev.rosa.serving.PacketThreads;
import dev.rosa.serving.StatusPage;
import dev.rosa.serving.StatusService;
import dev.rosa.wire.active.Suite;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Active Router that runs: it owns the packet workers, the link to the Code Server and the status
 * pages. It starts without a Code Server and without peers at the links' other ends.
 */
final class RunningRouter extends RunningRole {

  private static final Logger LOG = LoggerFactory.getLogger(RunningRouter.class);
  private static final long SETTLE_MILLIS = 1_000;
  private static final long STOP_MILLIS = 5_000;

  /** More than that is left to the service manager, which waits for 30 s. */
  private static final long DISK_MILLIS = 15_000;

  private static final long POLL_MILLIS = 5;

  private final RouterSetup setup;
  private final Diversion diversion;
  private final Runnable onFailure;

  private PacketLinks links;
  private Workers workers;

  /** Null: no firewall wants evidence. */
  private DropReporter evidence;

  private List<ReplayRecord> records = List.of();
  private RouterHealth health;
  private StatusService status;

  private RunningRouter(RouterSetup setup, Diversion diversion, Runnable onFailure) {
    super(setup.self(), InstantSource.system());
    this.setup = setup;
    this.diversion = diversion;
    this.onFailure = onFailure;
  }

  /**
   * Starts and logs the ready line.
   *
   * @param diversion the way to the kernel's network, which stays the caller's; null: none
   * @param onFailure runs if the packet path fails permanently, which only a bug can bring about
   * @throws IOException in one line if an address cannot be had
   */
  static RunningRouter start(RouterSetup setup, Diversion diversion, Runnable onFailure)
      throws ConfigException, IOException {
    return started(new RunningRouter(setup, diversion, onFailure));
  }

  @Override
  protected void begin() throws IOException {
    RouterConfig config = setup.config();
    links = opened(PacketLinks.open(setup, diversion));
    opened(RecordLock.of(config.sessions().record()));
    KeptState state = setup.openState();
    opened(RecordLock.ofState(config.state()));
    CodeServerLink link = opened(setup.connect(state));
    ExecutionEnvironment environment = setup.executionEnvironment();
    evidence = reporter(config);
    workers = makeWorkers(link, environment);
    WorkerWatch watch = opened(new WorkerWatch(workers, link::catalogue, System::nanoTime));
    health = new RouterHealth(watch);
    RouterTally tally = new RouterTally(workers, environment, link);
    status = serveStatus(config.status(), config.statusNames(), pages(link, tally)).orElseThrow();
    String prewarmed = prewarm(link, environment);
    watch.start();
    watchRequests(environment);
    workers.all().forEach(this::startWorker);
    health.begin();
    logReady(prewarmed);
  }

  /** Without a record there is no folder for requests; a restart lets all codes run again. */
  private void watchRequests(ExecutionEnvironment environment) throws IOException {
    Path folder = setup.config().sessions().resumeFolder();
    if (folder != null) {
      opened(ResumeWatch.start(folder, environment::resume));
    }
  }

  private DropReporter reporter(RouterConfig config) {
    if (config.firewall() == null) {
      return null;
    }
    List<String> interfaces =
        config.interfaces() == null ? List.of() : config.interfaces().divert();
    EvidenceSink sink = EvidenceSink.open(config.firewall().socket());
    return opened(DropReporter.start(sink, DropReason.EVIDENCE, interfaces, links.all().size()));
  }

  private Workers makeWorkers(CodeServerLink source, ExecutionEnvironment environment)
      throws IOException {
    int count = links.all().size();
    records = setup.openReplayRecords(count);
    LoadingLanes loading = opened(new LoadingLanes());
    ExecutorService recording = openedThread("recording");
    NonceCounter nonces = setup.nonces();
    List<RouterWorker> made = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      RouterWorker.Supplies supplies =
          new RouterWorker.Supplies(
              source,
              environment::loadForPackets,
              loading,
              records.get(i),
              recording,
              nonces,
              evidence == null ? null : evidence.recorder(i));
      made.add(
          new RouterWorker(
              setup.policy(),
              setup.sizes(setup.config().packets().batch()).share(count),
              links.all().get(i),
              setup.providers(),
              supplies,
              WorkerClock.system()));
    }
    return new Workers(made);
  }

  /** Result of the prewarming, for the ready line. */
  private String prewarm(CodeServerLink link, ExecutionEnvironment environment) throws IOException {
    try {
      return new PrewarmedStart(setup, link, workers, environment).run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted before it was ready");
    }
  }

  private ExecutorService openedThread(String name) {
    ExecutorService thread =
        Executors.newSingleThreadExecutor(new DefaultThreadFactory(name, true));
    opened(thread::shutdownNow);
    return thread;
  }

  /** A router that keeps no state is no witness: it would forget what it saw. */
  private Supplier<Map<String, Long>> witness(CodeServerLink link) throws IOException {
    Path folder = setup.config().state();
    if (folder == null) {
      return Map::of;
    }
    return opened(LogWitness.start(folder, setup.self(), link::witness))::figures;
  }

  private Map<String, StatusPage> pages(CodeServerLink link, RouterTally tally) throws IOException {
    RouterStatus facts =
        new RouterStatus(
            setup.self(),
            vitals(),
            link,
            tally,
            health,
            links::diversion,
            servedBy(),
            witness(link),
            evidence == null ? Map::of : evidence::figures);
    RouterMetrics metrics = new RouterMetrics(facts);
    return StatusPage.all(facts::json, metrics::scrape, health::obstacle);
  }

  private Map<Suite, String> servedBy() {
    Map<Suite, String> servedBy = new EnumMap<>(Suite.class);
    servedBy.putAll(setup.providers().servedBy());
    servedBy.keySet().retainAll(setup.policy().suites());
    return servedBy;
  }

  private void startWorker(RouterWorker worker) {
    Thread thread =
        new MeteredThread(() -> work(worker), PacketThreads.name(workers.all().indexOf(worker)));
    thread.start();
    opened(() -> stopWorker(worker, thread));
  }

  private void work(RouterWorker worker) {
    try {
      worker.run();
    } catch (RuntimeException | Error e) {
      fail(e);
    }
  }

  /** The router ends also if there is no memory for the line. */
  private void fail(Throwable thrown) {
    try {
      LOG.error(
          "the packet path failed: {}", ThrownByCode.name(thrown), ThrownByCode.traceable(thrown));
    } finally {
      onFailure.run();
    }
  }

  /** Packets that wait for a fetch get a moment to be settled. */
  private void stopWorker(RouterWorker worker, Thread thread) throws InterruptedException {
    long began = System.nanoTime();
    while (worker.parkedNow() > 0 && System.nanoTime() - began < SETTLE_MILLIS * 1_000_000) {
      Thread.sleep(POLL_MILLIS);
    }
    worker.stop();
    thread.join(STOP_MILLIS);
    if (thread.isAlive() && worker.isSaving()) {
      LOG.info("waiting for the disk with the replay record");
      thread.join(DISK_MILLIS);
    }
    if (thread.isAlive() && worker.isSaving()) {
      LOG.warn(
          "the disk with the replay record has not answered for {} ms", STOP_MILLIS + DISK_MILLIS);
    } else if (thread.isAlive()) {
      LOG.warn("code did not return within {} ms and is left behind", STOP_MILLIS);
    }
  }

  private void logReady(String prewarmed) throws IOException {
    if (SharedExceptions.areOn()) {
      LOG.warn(
          "this JVM shares exceptions: a code may act otherwise once it is compiled; start it with"
              + " {}",
          SharedExceptions.OFF);
    }
    LOG.info(
        "ready name={} node={} {} status={} code-server={} {} {}",
        setup.self().id().name(),
        Integer.toUnsignedString(setup.self().nodeId()),
        links.description(),
        status,
        setup.codeServers(),
        prewarmed,
        setup.providers().summary(setup.policy().suites()));
  }

  /** Address at which its overlay links end. */
  InetSocketAddress overlayAddress() throws IOException {
    return links.overlayAddress();
  }

  /** Address of its status pages, whose port it has. */
  InetSocketAddress statusAddress() {
    return status.address().orElseThrow();
  }

  /** True if the next start will know all packets that were accepted; to be asked once closed. */
  boolean hasKeptWindows() {
    boolean isComplete =
        workers.all().stream().allMatch(RouterWorker::hasSaved)
            && records.stream().allMatch(ReplayRecord::isComplete);
    return isComplete || records.stream().noneMatch(ReplayRecord::isKept);
  }

  /** Stops taking packets, finishes those it has, and closes everything. */
  @Override
  public void close() {
    if (health != null) {
      health.end();
    }
    super.close();
  }

  @Override
  protected void report(Exception failure) {
    LOG.warn(
        "did not close cleanly: {}", ThrownByCode.name(failure), ThrownByCode.traceable(failure));
  }
}
