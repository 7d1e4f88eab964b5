package dev.rosa.router.catalogue;

import dev.rosa.config.HostPort;
import dev.rosa.control.Backoff;
import dev.rosa.control.ControlFailure;
import dev.rosa.control.StartupGrace;
import dev.rosa.control.v1.FetchRevocationsReply;
import dev.rosa.domainstate.SegmentName;
import dev.rosa.router.catalogue.Verdict.Lacking;
import dev.rosa.router.catalogue.Verdict.Refused;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holder of the stream by which a Code Server pushes its catalogue; it changes servers when a
 * stream ends. A stream that breaks, or whose catalogue is not taken ({@link StateIntake}), is
 * followed by one from the next Code Server that answers, while the last catalogue stays in force.
 * So is one whose state of the domain has ended, one that owes a catalogue for too long, and one of
 * a server that gave a false secret or did not give what its catalogue names. Says once, in one
 * line, when something changes.
 *
 * <p>All that changes belongs to one thread of its own; {@link #inForce}, {@link #status}, {@link
 * #channel}, {@link #await} and {@link #close} may be used by any.
 */
public final class CatalogueWatch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(CatalogueWatch.class);
  private static final Duration TICK = Duration.ofMillis(250);

  /** Time in which a stream has to bring a catalogue with all that its state names. */
  public static final Duration PATIENCE = Duration.ofSeconds(30);

  private final CodeServers servers;
  private final StateIntake intake;
  private final Backoff backoff;
  private final StartupGrace startupGrace;
  private final Duration patience;
  private final LinkReport report;
  private final CountDownLatch first = new CountDownLatch(1);
  private final LinkThread thread = new LinkThread(this::failed);

  /** The stream, and how its server does; the conduct stays when the stream has ended. */
  private CatalogueStream current;

  private StreamConduct conduct;

  /** The newest catalogue of the current stream, and whether segments of it are fetched. */
  private dev.rosa.control.v1.Catalogue newest;

  private boolean fetching;

  private final OwedItems owed;
  private int index;
  private boolean restsAfterRound;
  private volatile CatalogueStream speaking;

  /**
   * A watch that {@link #start} sets going.
   *
   * @param servers the watch's from now on, as are intake and backoff
   * @param startupGrace in which a Code Server that is not there yet is no trouble
   * @param patience for a catalogue that can be taken, {@link #PATIENCE}
   */
  public CatalogueWatch(
      CodeServers servers,
      StateIntake intake,
      Backoff backoff,
      InstantSource clock,
      StartupGrace startupGrace,
      Duration patience) {
    this.servers = servers;
    this.intake = intake;
    this.backoff = backoff;
    this.startupGrace = startupGrace;
    this.patience = patience;
    this.report = new LinkReport(LOG, servers.all().get(0).address(), clock);
    this.owed = new OwedItems(patience, TICK);
  }

  void start() {
    thread.run(this::attempt);
    thread.every(TICK.toMillis(), this::tick);
  }

  /** The catalogue and the state that are in force. */
  InForce inForce() {
    return intake.inForce();
  }

  /** Intake of catalogues with their states. */
  StateIntake intake() {
    return intake;
  }

  /** The channel to the Code Server that spoke last, or null if none ever did. */
  ManagedChannel channel() {
    CatalogueStream stream = speaking;
    return stream == null ? null : stream.server().channel();
  }

  /** The stream whose catalogue was taken last, or null if none ever was. */
  CatalogueStream stream() {
    return speaking;
  }

  /**
   * Waits for the first catalogue.
   *
   * @return null when it is there, else one line that says why it is not
   */
  String await(Duration atMost) throws InterruptedException {
    if (first.await(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
      return null;
    }
    String error = status().lastError();
    return error == null ? "no answer yet" : error;
  }

  /** State of the link now. */
  CodeServerStatus status() {
    return report.status();
  }

  private void attempt() {
    if (current != null) {
      return;
    }
    conduct = new StreamConduct(patience, TICK);
    current = new CatalogueStream(servers.all().get(index), new Streams(), thread::after);
    current.open(servers.self().nodeId());
  }

  private void tick() {
    boolean stale = intake.isStale();
    report.tell(stale, intake.isAhead(), inForce());
    List<AwaitedItem.Secret> overdue = owed.tick();
    if (current == null) {
      return;
    }
    conduct.tick();
    if (stale && !fetching && newest != null) {
      endStale(current);
    } else if (conduct.isToBeLeft()) {
      leaveFor(LinkEnd.ofContradiction(current.server().address()));
    } else if (conduct.isOwedTooLong()) {
      leaveFor(LinkEnd.ofSlow(current.server().address(), patience));
    } else if (!overdue.isEmpty()) {
      blameFor(overdue);
    } else if (conduct.becomesSteady()) {
      // Not before: a stream may bring a catalogue and break at once.
      backoff.reset();
    }
  }

  /** A router with one Code Server stays: it has no better one. */
  private void blameFor(List<AwaitedItem.Secret> overdue) {
    HostPort address = current.server().address();
    AwaitedItem.Secret first = overdue.get(0);
    String code = inForce().catalogue().find(first.code()).label();
    LinkEnd end = LinkEnd.ofOwed(address, code, first.epoch(), overdue.size() - 1);
    if (servers.all().size() > 1) {
      leaveFor(end);
    } else {
      report.accuse(address, end);
    }
  }

  /**
   * Takes notice of a fetch of code or secret.
   *
   * @param answered false if there was no answer, or one that says that there is none now
   */
  void fetchEnded(ManagedChannel channel, boolean answered) {
    if (servers.all().size() > 1) {
      thread.run(() -> count(channel, answered));
    }
  }

  private void count(ManagedChannel channel, boolean answered) {
    if (current == null || current.server().channel() != channel) {
      return;
    }
    if (conduct.isSilentAfter(answered)) {
      leaveFor(LinkEnd.ofUnanswered(current.server().address(), StreamConduct.MOST_UNANSWERED));
    }
  }

  private void leaveFor(LinkEnd reason) {
    CatalogueStream stream = current;
    stream.cancel();
    ended(stream, reason);
  }

  /**
   * Takes notice of an item that a server does not give, although its catalogue names it for this
   * router. The server is left for that, once in some minutes for each item of a catalogue: it may
   * be true that no server has it.
   */
  void contradictionCame(ManagedChannel channel, AwaitedItem item) {
    if (servers.all().size() > 1) {
      thread.run(() -> noteContradiction(channel, item));
    }
  }

  private void noteContradiction(ManagedChannel channel, AwaitedItem item) {
    boolean speaks = current != null && current.server().channel() == channel;
    if (speaks && owed.refused(item, inForce().catalogue())) {
      conduct.contradicted();
    }
  }

  /** Takes notice of a secret to which the domain's state does not commit. */
  void falseSecretCame(ManagedChannel channel) {
    intake.countFalseSecret();
    thread.run(() -> accuse(channel));
  }

  /** A router with one Code Server stays: it still brings the states. */
  private void accuse(ManagedChannel channel) {
    HostPort address = servers.of(channel).address();
    LinkEnd end = LinkEnd.ofFalseSecret(address);
    report.accuse(address, end);
    if (servers.all().size() > 1 && current != null && current.server().channel() == channel) {
      leaveFor(end);
    }
  }

  private void take(CatalogueStream stream, dev.rosa.control.v1.Catalogue message) {
    if (stream == current) {
      newest = message;
      conduct.announced();
      if (!fetching) {
        takeNewest();
      }
      stream.requestNext();
    }
  }

  private void takeNewest() {
    Verdict verdict = intake.offer(current.server().address(), newest);
    if (verdict instanceof Lacking lacking) {
      fetching = true;
      new SegmentFetch(
              current.server().channel(),
              lacking.segments(),
              new Segments(current, newest),
              thread::run)
          .next();
    } else if (verdict instanceof Refused refused) {
      refuse(current, refused);
    } else {
      taken(current);
    }
  }

  private void taken(CatalogueStream stream) {
    speaking = stream;
    conduct.taken();
    owed.taken(inForce());
    boolean stale = intake.isStale();
    report.tell(stale, intake.isAhead(), inForce());
    if (stale) {
      endStale(stream);
    } else {
      report.answered(stream.server().address(), inForce());
    }
    first.countDown();
  }

  private void refuse(CatalogueStream stream, Refused refused) {
    HostPort address = stream.server().address();
    LinkEnd end = LinkEnd.of(address, refused);
    boolean waiting = refused.reason() == RefusalReason.NO_STATE && isStartingUp();
    stream.cancel();
    ended(stream, waiting ? end.whileStarting(address, refused.text()) : end);
  }

  private void endStale(CatalogueStream stream) {
    stream.cancel();
    ended(stream, LinkEnd.ofStale(stream.server().address(), inForce().state().validUntil()));
  }

  /** An error of this router's own: the link begins anew after a while. */
  private void failed(Throwable error) {
    CatalogueStream broken = current;
    HostPort address = servers.all().get(index).address();
    leave();
    index = (index + 1) % servers.all().size();
    thread.after(backoff.nextMillis(), this::attempt);
    report.failed(address, LinkEnd.ofError(address, error), inForce());
    if (broken != null) {
      broken.cancel();
    }
  }

  private void leave() {
    current = null;
    newest = null;
    fetching = false;
    owed.streamEnded();
  }

  private void ended(CatalogueStream stream, Status status) {
    HostPort address = stream.server().address();
    LinkEnd end = LinkEnd.of(address, status, servers.self());
    String reason = ControlFailure.describe(status.asRuntimeException());
    ended(stream, isWaiting(status) ? end.whileStarting(address, reason) : end);
  }

  private void ended(CatalogueStream stream, LinkEnd end) {
    if (stream != current) {
      return;
    }
    leave();
    report.failed(stream.server().address(), end, inForce());
    restsAfterRound |= end.lasts();
    index++;
    if (index < servers.all().size()) {
      attempt();
      return;
    }
    index = 0;
    long millis = restsAfterRound ? backoff.afterRefusalMillis() : backoff.nextMillis();
    restsAfterRound = false;
    thread.after(millis, this::attempt);
  }

  /** At the first start of a domain its Code Server comes up while its routers do. */
  private boolean isWaiting(Status status) {
    return ControlFailure.kind(status.asRuntimeException()) == ControlFailure.Kind.NOT_CONNECTED
        && isStartingUp();
  }

  private boolean isStartingUp() {
    return !inForce().hasCatalogue() && startupGrace.last();
  }

  /** Ends the stream and the channels. */
  @Override
  public void close() {
    thread.close();
    servers.close();
  }

  /** Listener of the streams, which hands their events to the link's thread. */
  private final class Streams implements CatalogueStream.Listener {

    @Override
    public void pushed(CatalogueStream stream, dev.rosa.control.v1.Catalogue catalogue) {
      thread.run(() -> take(stream, catalogue));
    }

    @Override
    public void ended(CatalogueStream stream, Status status) {
      thread.run(() -> CatalogueWatch.this.ended(stream, status));
    }
  }

  /** Segments on their way for one catalogue of one stream. */
  private final class Segments implements SegmentFetch.Taker {

    private final CatalogueStream stream;
    private final dev.rosa.control.v1.Catalogue message;

    Segments(CatalogueStream stream, dev.rosa.control.v1.Catalogue message) {
      this.stream = stream;
      this.message = message;
    }

    @Override
    public boolean take(List<SegmentName> asked, FetchRevocationsReply reply) {
      if (stream != current) {
        return false;
      }
      Refused refused = intake.add(asked, reply);
      if (refused != null) {
        refuse(stream, refused);
      }
      return refused == null;
    }

    /** A segment may have gone with a newer state, whose catalogue is here then. */
    @Override
    public void ended(Status status) {
      if (stream != current) {
        return;
      }
      fetching = false;
      if (status.isOk() || !message.equals(newest)) {
        takeNewest();
      } else {
        stream.cancel();
        CatalogueWatch.this.ended(stream, status);
      }
    }
  }
}
