package dev.rosa.router.prewarm;

import dev.rosa.control.HandshakePrewarm;
import dev.rosa.metering.MeteredThread;
import dev.rosa.router.catalogue.Catalogue;
import dev.rosa.router.catalogue.CodeServerLink;
import dev.rosa.router.execution.ExecutionEnvironment;
import dev.rosa.router.execution.LoadedCode;
import dev.rosa.router.execution.PrewarmCode;
import dev.rosa.router.pipeline.Workers;
import dev.rosa.router.setup.Prewarm;
import dev.rosa.router.setup.RouterSetup;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Preparation of a router before it says that it is ready. The packet path is prewarmed, and
 * meanwhile the connection to the Code Server comes up. If the operator wants it, code and secrets
 * are fetched ahead. All of it ends at the configured limit, also if something is missing: a router
 * that is not hot, or has no Code Server, still serves. Only code that does not start for its
 * prewarming is waited for longer, and then abandoned. Owned by one thread.
 */
public final class PrewarmedStart {

  private static final Logger LOG = LoggerFactory.getLogger(PrewarmedStart.class);

  /** Time limit of fetching where prewarming is off and so has no limit of its own. */
  private static final Duration FETCH_LIMIT = Duration.ofSeconds(5);

  /** Time that a Code Server gets before the handshake with it is prewarmed without it. */
  private static final Duration COURTESY = Duration.ofSeconds(1);

  private static final double MILLIS = 1_000.0;

  private final RouterSetup setup;
  private final CodeServerLink link;
  private final Workers workers;
  private final ExecutionEnvironment environment;
  private final Prewarm wanted;
  private final long beganNanos = System.nanoTime();

  /**
   * A prewarmed start.
   *
   * @param workers those that will have the packets; they do not run yet
   * @param environment where their code was loaded
   */
  public PrewarmedStart(
      RouterSetup setup, CodeServerLink link, Workers workers, ExecutionEnvironment environment) {
    this.setup = setup;
    this.link = link;
    this.workers = workers;
    this.environment = environment;
    this.wanted = setup.config().prewarm();
  }

  /** Runs the preparation, and returns its result for the ready line. */
  public String run() throws InterruptedException {
    if (!wanted.isOn()) {
      return wanted.fetch() ? "prewarm=off " + fetch() : "prewarm=off";
    }
    LOG.info("prewarming for at most {}", wanted.limit());
    PrewarmRun path = begin(List.of());
    awaitCodeServer();
    String fetched = wanted.fetch() ? " " + fetch() : "";
    path.thread.join();
    Prewarming.Outcome outcome = path.prewarming.outcome();
    List<PrewarmCode> prewarmCodes =
        PrewarmCode.invite(
            List.copyOf(workers.loadedCodes()),
            environment,
            this::letGoOf,
            () -> !remaining().isZero());
    if (!prewarmCodes.isEmpty()) {
      outcome = outcome.and(prewarm(prewarmCodes));
    }
    return text(outcome) + fetched;
  }

  /** Releases code that did not start once more, as it could do the same to the next worker. */
  private void letGoOf(LoadedCode code) {
    workers.forget(code.digest());
    LOG.error(
        "code {} is not served before a packet has had it loaded again: it did not start for its"
            + " prewarming",
        code.digest());
  }

  /** A run of the prewarming, and its thread. */
  private record PrewarmRun(Prewarming prewarming, Thread thread) {}

  private PrewarmRun begin(Collection<PrewarmCode> prewarmCodes) {
    Prewarming prewarming =
        new Prewarming(
            setup.policy(), setup.providers(), link, prewarmCodes, remaining(), System::nanoTime);
    Thread thread = new MeteredThread(prewarming, "prewarming");
    thread.setDaemon(true);
    thread.start();
    return new PrewarmRun(prewarming, thread);
  }

  /** In a thread that can be left behind: nothing bounds how long code takes for a packet. */
  private Prewarming.Outcome prewarm(List<PrewarmCode> prewarmCodes) throws InterruptedException {
    PrewarmRun code = begin(prewarmCodes);
    code.thread.join(remaining().plus(COURTESY).toMillis());
    if (code.thread.isAlive()) {
      LOG.warn("some code did not come back from its prewarming; it is left behind, and runs on");
      return Prewarming.Outcome.NONE;
    }
    return code.prewarming.outcome();
  }

  private static String text(Prewarming.Outcome outcome) {
    return String.format(
        Locale.ROOT,
        "prewarm=%.1fs synthetic-packets=%d%s",
        outcome.took().toMillis() / MILLIS,
        outcome.packets(),
        outcome.hot() ? "" : " (limit reached: first packets may be slower)");
  }

  /** Waits for the Code Server; if none answers, at least a first handshake has run. */
  private void awaitCodeServer() throws InterruptedException {
    Duration courtesy = shorter(COURTESY, wanted.atMost());
    if (link.awaitCatalogue(courtesy) == null) {
      return;
    }
    try {
      HandshakePrewarm.run(setup.self());
    } catch (SSLException e) {
      LOG.warn("no handshake is possible: {}", e.getMessage());
    }
  }

  private String fetch() throws InterruptedException {
    String problem = link.awaitCatalogue(remaining());
    if (problem != null) {
      LOG.warn("no code is fetched ahead so far: {}", problem);
    }
    int loaded = workers.fetchAhead(remaining());
    long permitted = link.catalogue().entries().stream().filter(Catalogue.Entry::permitted).count();
    return "fetched=%d/%d".formatted(loaded, permitted);
  }

  private Duration remaining() {
    Duration most = wanted.isOn() ? wanted.atMost() : FETCH_LIMIT;
    Duration left = most.minusNanos(System.nanoTime() - beganNanos);
    return left.isNegative() ? Duration.ZERO : left;
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
