package dev.rosa.as.state;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.control.v1.SignedState;
import dev.rosa.domainstate.DomainState;
import dev.rosa.domainstate.DomainStates;
import dev.rosa.domainstate.SegmentName;
import dev.rosa.domainstate.StateContent;
import dev.rosa.identity.Identity;
import dev.rosa.storage.Storage;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Signing of the domain's state whenever its content has changed or a third of its validity is
 * over. The newest one is in the database: several servers on it hand out the same. Servers whose
 * clocks disagree do not sign in turn without an end: each signs once in a third of the validity.
 * Thread-safe.
 */
public final class StatePublication {

  /** Part of a state's validity after which the next one is signed. */
  private static final int PARTS = 3;

  /** Clocks of servers on one database differ by less: a state of another one stays as it is. */
  private static final Duration CLOCKS_DIFFER = Duration.ofSeconds(2);

  /** A state, and the number of the one that first named the last revocation of a router. */
  private record Stored(DomainState state, long routersFrom) {}

  private final Storage storage;
  private final Identity server;
  private final Duration validity;
  private final InstantSource clock;
  private final Segments segments;
  private final Commitments commitments;
  private volatile DomainState newest;
  private volatile long routersFrom;

  /** The state that this server has signed last; null: none. */
  private DomainState own;

  public StatePublication(
      Storage storage, Identity server, Duration validity, InstantSource clock) {
    this.storage = storage;
    this.server = server;
    this.validity = validity;
    this.clock = clock;
    this.segments = new Segments(storage);
    this.commitments = new Commitments(storage, server.id().domain());
  }

  /** The bytes of segments that the newest state names. */
  public Segments segments() {
    return segments;
  }

  /** The state that was signed or read last; empty before {@link #newest()}. */
  public Optional<DomainState> known() {
    return Optional.ofNullable(newest);
  }

  /**
   * Number of the state that first named the last revocation of a router, as of {@link #newest()}.
   */
  public long routersFrom() {
    return routersFrom;
  }

  /** The state of the domain as it is now, signed anew if need be. */
  public synchronized DomainState newest() {
    Optional<Stored> stored =
        storage.withHandle(handle -> content(handle).flatMap(content -> upToDate(handle, content)));
    Stored found =
        stored.isPresent() ? stored.get() : storage.inTransaction(this::signUnlessUpToDate);
    routersFrom = found.routersFrom();
    if (newest == null || !newest.isSameAs(found.state())) {
      newest = found.state();
    }
    return newest;
  }

  /** Notes that the next state is the first one that names the last revocation of a router. */
  static void routerWasRevoked(Handle handle) {
    handle.execute("UPDATE domain_state SET routers_from = NULL");
  }

  private Stored signUnlessUpToDate(Handle handle) {
    Segments.nameChanged(handle);
    commitments.makeMissing(handle);
    StateContent content = content(handle).orElseThrow();
    Optional<Stored> stored = upToDate(handle, content);
    return stored.isPresent() ? stored.get() : sign(handle, content);
  }

  private Stored sign(Handle handle, StateContent content) {
    Instant now = clock.instant();
    long last = handle.createQuery("SELECT number FROM domain_state").mapTo(Long.class).one();
    DomainState state =
        DomainStates.sign(
            server, Math.max(last + 1, now.toEpochMilli()), now, now.plus(validity), content);
    handle.execute(
        "UPDATE domain_state SET number = ?, issued_millis = ?, valid_until_millis = ?, signed = ?,"
            + " routers_from = COALESCE(routers_from, ?)",
        state.number(),
        state.issuedAt().toEpochMilli(),
        state.validUntil().toEpochMilli(),
        state.signed().toByteArray(),
        state.number());
    long from = handle.createQuery("SELECT routers_from FROM domain_state").mapTo(Long.class).one();
    own = state;
    return new Stored(state, from);
  }

  /** The content as the tables have it; empty while a segment's name or a commitment is missing. */
  private Optional<StateContent> content(Handle handle) {
    Optional<List<SegmentName>> names = Segments.names(handle);
    return names.flatMap(
        segments -> commitments.all(handle).map(each -> StateContent.committed(each, segments)));
  }

  /** The stored state if it has this content and need not be signed anew. */
  private Optional<Stored> upToDate(Handle handle, StateContent content) {
    return handle
        .createQuery(
            "SELECT * FROM domain_state WHERE signed IS NOT NULL AND routers_from IS NOT NULL")
        .map((row, context) -> stored(row, content))
        .findOne()
        .filter(stored -> has(stored.state().signed(), content))
        .filter(stored -> isRecent(stored.state(), clock.instant()));
  }

  private static Stored stored(ResultSet row, StateContent content) throws SQLException {
    DomainState state =
        new DomainState(
            row.getLong("number"),
            Instant.ofEpochMilli(row.getLong("issued_millis")),
            Instant.ofEpochMilli(row.getLong("valid_until_millis")),
            content,
            parse(row.getBytes("signed")));
    return new Stored(state, row.getLong("routers_from"));
  }

  private static boolean has(SignedState signed, StateContent content) {
    return signed.getContents().equals(ByteString.copyFrom(DomainStates.write(content)));
  }

  private boolean isRecent(DomainState stored, Instant now) {
    return isFresh(stored, now) || isOfAnotherClock(stored, now);
  }

  private static boolean isFresh(DomainState state, Instant now) {
    return !now.plus(CLOCKS_DIFFER).isBefore(state.issuedAt())
        && now.isBefore(state.issuedAt().plus(part(state)));
  }

  /**
   * True if another server, whose clock disagrees, has signed after this one: while this one's own
   * state would be fresh, and the other one has not nearly ended by this clock, it stays.
   */
  private boolean isOfAnotherClock(DomainState stored, Instant now) {
    return own != null
        && stored.number() > own.number()
        && isFresh(own, now)
        && now.isBefore(stored.validUntil().minus(part(stored)));
  }

  private static Duration part(DomainState state) {
    return Duration.between(state.issuedAt(), state.validUntil()).dividedBy(PARTS);
  }

  private static SignedState parse(byte[] signed) {
    try {
      return SignedState.parseFrom(signed);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("the stored state of the domain is damaged", e);
    }
  }
}
