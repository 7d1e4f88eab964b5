package dev.rosa.as.watch;

import dev.rosa.as.state.RevocationList;
import dev.rosa.control.v1.SessionNotices;
import dev.rosa.control.v1.WatchSessionsRequest;
import dev.rosa.domainstate.Revoked;
import dev.rosa.identity.RosaId;
import dev.rosa.serving.RegularTask;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Set of the open gRPC streams by which Sources and recipients are told when the standing of their
 * sessions changes. Sessions that are held are in memory by their number. A look reads one row of
 * {@link ChangeNumbers}, so it also sees changes by commands in other processes. When they have
 * changed, it tells the sessions whose standing has. A holder is told the present standing of each
 * session that it names, so no change between two streams is missed.
 *
 * <p>{@link #watch}, {@link #figures} and {@link #close} may be used by any thread, {@link #look}
 * by one at a time.
 */
public final class SessionWatches implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SessionWatches.class);
  private static final Duration LOOK_EVERY = Duration.ofMillis(250);
  private static final Duration STOP = Duration.ofSeconds(6);

  static final int MOST_STREAMS = 20_000;
  static final int MOST_SESSIONS = 200_000;
  static final int MOST_SESSIONS_OF_STREAM = 8_192;

  /** Sessions that one identity may ask for in one look; its other streams wait for the next. */
  static final int MOST_SESSIONS_OF_LOOK = 2_000;

  private final StandingRecords records;
  private final InstantSource passed;
  private final Duration skew;
  private final Set<SessionStream> streams = ConcurrentHashMap.newKeySet();
  private final Map<Long, HeldSession> held = new HashMap<>();
  private final WatchCounts counts = new WatchCounts();

  /** Streams whose request the last look has left: the next one takes them first. */
  private Set<SessionStream> left = new LinkedHashSet<>();

  private ChangeNumbers seen;
  private DomainView domain;
  private long earliestEnd = Long.MAX_VALUE;
  private volatile boolean closed;

  /** Null: no thread looks. */
  private RegularTask looks;

  /**
   * Streams without a thread that looks.
   *
   * @param passed the time by which a session that is forgotten must have ended: it does not follow
   *     a clock that is ahead for a while
   * @param skew how long after SET a session can be used
   */
  public SessionWatches(StandingRecords records, InstantSource passed, Duration skew) {
    this.records = records;
    this.passed = passed;
    this.skew = skew;
  }

  /** Looks from now on, several times a second. */
  public static SessionWatches start(StandingRecords records, InstantSource passed, Duration skew) {
    SessionWatches watches = new SessionWatches(records, passed, skew);
    watches.looks =
        RegularTask.start(
            "session-watch",
            LOOK_EVERY,
            LOG,
            "the standing of sessions cannot be read",
            watches::look);
    return watches;
  }

  /**
   * Begins to tell a holder; to be called while the call begins.
   *
   * @throws io.grpc.StatusRuntimeException RESOURCE_EXHAUSTED if there are as many as may be,
   *     UNAVAILABLE during shutdown
   */
  public StreamObserver<WatchSessionsRequest> watch(
      RosaId holder, ServerCallStreamObserver<SessionNotices> observer) {
    if (closed) {
      throw Status.UNAVAILABLE.withDescription("the server is stopping").asRuntimeException();
    }
    if (streams.size() >= MOST_STREAMS) {
      throw Status.RESOURCE_EXHAUSTED
          .withDescription("this server has as many streams as it may have")
          .asRuntimeException();
    }
    SessionStream stream = new SessionStream(holder, observer);
    observer.disableAutoRequest();
    observer.setOnCancelHandler(() -> stream.onError(null));
    observer.setOnReadyHandler(stream::sendIfReady);
    streams.add(stream);
    stream.next();
    return stream;
  }

  /**
   * Answers what was asked since the last look, and tells what has changed. All is read before
   * anything is answered or told: where a read fails, the next look does what this one had to.
   */
  void look() {
    // First: they end while the storage cannot be read, too.
    forgetEndedStreams();
    ChangeNumbers now = records.numbers();
    boolean changed = !now.equals(seen);
    if (changed) {
      domain = records.domain(now);
      noteRevocations(now);
    }
    Instant time = passed.instant();
    long liveFrom = time.minus(skew).getEpochSecond();
    Map<SessionStream, WatchSessionsRequest> asked = asked();
    Map<Long, HeldSession> found = read(asked.values(), time, liveFrom);
    seen = now;
    Renewals renewals = new Renewals();
    if (changed) {
      tellChanges(renewals);
    }
    forgetEndedSessions(liveFrom);
    answer(asked, found, renewals);
    streams.forEach(stream -> stream.send(renewals.spreadMillis(stream.holder())));
    counts.update(streams.size(), held.size());
  }

  private void noteRevocations(ChangeNumbers now) {
    if (seen != null && !held.isEmpty()) {
      records.revocations(seen.nextSerial(), now.nextSerial(), this::note);
    }
  }

  private void note(RevocationList.Cause cause) {
    Revoked.Subject subject = cause.subject();
    if (subject instanceof Revoked.Session one) {
      HeldSession session = held.get(one.number());
      if (session != null) {
        session.note(cause);
      }
    } else if (!(subject instanceof Revoked.Router)) {
      held.values().forEach(session -> session.note(cause));
    }
  }

  private void tellChanges(Renewals renewals) {
    for (HeldSession session : held.values()) {
      Optional<Told> change = session.change(domain);
      if (change.isPresent()) {
        session.streams().forEach(stream -> tell(stream, session, change.get(), renewals));
      }
    }
  }

  private void tell(SessionStream stream, HeldSession session, Told told, Renewals renewals) {
    HeldSession.Facts facts = session.facts();
    stream.tell(facts.session(), told);
    counts.count(told);
    // A recipient renews nothing.
    if (told.isRenewal() && facts.caller().equals(stream.holder())) {
      renewals.add(stream.holder(), facts.session());
    }
  }

  private void forgetEndedStreams() {
    List<SessionStream> over = streams.stream().filter(SessionStream::isOver).toList();
    for (SessionStream stream : over) {
      streams.remove(stream);
      stream.sessions().forEach(session -> leave(stream, session));
    }
  }

  private void leave(SessionStream stream, long number) {
    HeldSession session = held.get(number);
    if (session != null) {
      session.streams().remove(stream);
      if (session.streams().isEmpty()) {
        held.remove(number);
      }
    }
  }

  /** Looks through all only when one must have ended. */
  private void forgetEndedSessions(long liveFrom) {
    if (liveFrom <= earliestEnd) {
      return;
    }
    List<HeldSession> ended =
        held.values().stream().filter(session -> session.facts().set() < liveFrom).toList();
    ended.forEach(this::forget);
    earliestEnd =
        held.values().stream()
            .mapToLong(session -> session.facts().set())
            .min()
            .orElse(Long.MAX_VALUE);
  }

  private void forget(HeldSession session) {
    long number = session.facts().session();
    session.streams().forEach(stream -> stream.sessions().remove(number));
    held.remove(number);
  }

  /** The live sessions of all requests: a thousand streams that come back cost a few queries. */
  private Map<Long, HeldSession> read(
      Collection<WatchSessionsRequest> asked, Instant now, long liveFrom) {
    Set<Long> numbers = new LinkedHashSet<>();
    asked.forEach(request -> numbers.addAll(request.getHeldList()));
    Map<Long, HeldSession> found = new HashMap<>();
    records.sessions(numbers, now).stream()
        .filter(session -> session.facts().set() >= liveFrom)
        .forEach(session -> found.put(session.facts().session(), session));
    return found;
  }

  private void answer(
      Map<SessionStream, WatchSessionsRequest> asked,
      Map<Long, HeldSession> found,
      Renewals renewals) {
    asked.keySet().forEach(SessionStream::takeAsked);
    asked.forEach(this::leave);
    asked.forEach(
        (stream, request) -> {
          answer(stream, request.getHeldList(), found, renewals);
          stream.next();
        });
  }

  /**
   * The requests to answer now, which stay with their streams. No identity's streams hold up those
   * of others by what they ask for.
   */
  private Map<SessionStream, WatchSessionsRequest> asked() {
    Set<SessionStream> inTurn = new LinkedHashSet<>(left);
    inTurn.retainAll(streams);
    inTurn.addAll(streams);
    left = new LinkedHashSet<>();
    Map<RosaId, Integer> counts = new HashMap<>();
    Map<SessionStream, WatchSessionsRequest> asked = new LinkedHashMap<>();
    for (SessionStream stream : inTurn) {
      Optional<WatchSessionsRequest> request = stream.asked();
      int count = request.map(SessionStream::count).orElse(0);
      int all = counts.getOrDefault(stream.holder(), 0) + count;
      if (request.isPresent() && all <= MOST_SESSIONS_OF_LOOK) {
        counts.put(stream.holder(), all);
        asked.put(stream, request.get());
      } else if (request.isPresent()) {
        left.add(stream);
      }
    }
    return asked;
  }

  private void leave(SessionStream stream, WatchSessionsRequest request) {
    for (long number : request.getLeftList()) {
      stream.sessions().remove(number);
      stream.forget(number);
      leave(stream, number);
    }
  }

  private void answer(
      SessionStream stream, List<Long> numbers, Map<Long, HeldSession> found, Renewals renewals) {
    for (long number : numbers) {
      HeldSession session = found.get(number);
      if (session == null || !session.facts().isHeldBy(stream.holder())) {
        stream.tell(number, Told.NOT_KNOWN);
      } else if (!hold(stream, session)) {
        stream.end(
            Status.RESOURCE_EXHAUSTED.withDescription(
                "there are as many sessions on this stream, or in all, as this server tells of"));
        return;
      } else {
        tellAsked(stream, held.get(number), renewals);
      }
    }
  }

  /** Tells one stream, and the session's other streams if the session has changed since. */
  private void tellAsked(SessionStream stream, HeldSession session, Renewals renewals) {
    Optional<Told> change = session.change(domain);
    if (change.isPresent()) {
      session.streams().forEach(each -> tell(each, session, change.get(), renewals));
    } else {
      tell(stream, session, session.tell(domain), renewals);
    }
  }

  private boolean hold(SessionStream stream, HeldSession read) {
    long number = read.facts().session();
    boolean room =
        held.size() < MOST_SESSIONS && stream.sessions().size() < MOST_SESSIONS_OF_STREAM;
    if (!room && !stream.sessions().contains(number)) {
      return false;
    }
    HeldSession before = held.get(number);
    HeldSession session = before == null || before == read ? read : read.inPlaceOf(before);
    held.put(number, session);
    stream.sessions().add(number);
    session.streams().add(stream);
    earliestEnd = Math.min(earliestEnd, session.facts().set());
    return true;
  }

  /** Figures for the status pages. */
  public Map<String, Long> figures() {
    return counts.all();
  }

  /** Ends every stream, and refuses new ones. */
  @Override
  public void close() {
    closed = true;
    if (looks != null) {
      looks.close(STOP);
    }
    new ArrayList<>(streams).forEach(stream -> stream.end(Status.OK));
  }
}
