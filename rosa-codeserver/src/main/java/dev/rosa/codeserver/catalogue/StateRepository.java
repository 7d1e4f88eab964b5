package dev.rosa.codeserver.catalogue;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.codeserver.catalogue.SegmentTable.Segment;
import dev.rosa.control.v1.SignedState;
import dev.rosa.control.v1.StateContents;
import dev.rosa.domainstate.DomainState;
import dev.rosa.domainstate.SegmentName;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import dev.rosa.storage.Storage;
import io.grpc.Status;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.StatementContext;

/**
 * Storage of the domain's signed state and its revocations, which go with the catalogue to routers.
 * A newer state waits beside it until all its revocations are here; then it takes its place in one
 * transaction. Numbers never fall. Every change is durable when its method returns. Thread-safe.
 */
public final class StateRepository {

  private final Storage storage;

  /** Epochs of the state that was carried at the last look; null before the first. */
  private volatile NamedEpochs named;

  /** The state in a storage. */
  public StateRepository(Storage storage) {
    this.storage = storage;
  }

  /** A state as it is stored: carried, or waiting for its revocations. */
  private record Stored(boolean carried, long number, SignedState state) {

    boolean isSameAs(DomainState other) {
      return number == other.number()
          && state.getSigned().getStatement().equals(other.signed().getSigned().getStatement());
    }
  }

  /**
   * Takes a verified state, which is carried from now on if nothing is missing.
   *
   * @return names of the segments that are not here
   * @throws io.grpc.StatusRuntimeException FAILED_PRECONDITION if a newer state, or another one
   *     with its number, was taken before
   */
  public List<SegmentName> offer(DomainState state) {
    if (storage.withHandle(handle -> isCarried(handle, state))) {
      return List.of();
    }
    return storage.inTransaction(
        handle -> {
          CatalogueVersion.lock(handle);
          stored(handle).forEach(known -> requireNotOlder(state, known));
          return take(handle, state);
        });
  }

  /** True if it is the newest that was taken, and complete: the common case needs no lock. */
  private static boolean isCarried(Handle handle, DomainState state) {
    List<Stored> stored = stored(handle);
    return stored.size() == 1 && stored.get(0).carried() && stored.get(0).isSameAs(state);
  }

  private static void requireNotOlder(DomainState state, Stored known) {
    int order = Long.compareUnsigned(state.number(), known.number());
    if (order > 0 || known.isSameAs(state)) {
      return;
    }
    String number = Long.toUnsignedString(known.number());
    String reason =
        order < 0
            ? "state %s of the domain is older than %s, which was taken before"
                .formatted(Long.toUnsignedString(state.number()), number)
            : "another state of the domain with number " + number + " was taken before";
    throw Status.FAILED_PRECONDITION.withDescription(reason).asRuntimeException();
  }

  private static List<SegmentName> take(Handle handle, DomainState state) {
    Set<SegmentName> named = new HashSet<>(state.content().segments());
    Set<SegmentName> held = SegmentTable.names(handle);
    List<SegmentName> missing =
        state.content().segments().stream().filter(name -> !held.contains(name)).toList();
    if (missing.isEmpty()) {
      SegmentTable.forgetBeside(handle, named);
      SegmentTable.carryAll(handle);
      handle.execute("DELETE FROM domain_state");
      insert(handle, state, 1);
      CatalogueVersion.next(handle);
    } else {
      SegmentTable.forgetAwaitedBeside(handle, named);
      handle.execute("DELETE FROM domain_state WHERE carried = 0");
      insert(handle, state, 0);
    }
    return missing;
  }

  private static void insert(Handle handle, DomainState state, int carried) {
    handle.execute(
        "INSERT INTO domain_state (carried, number, issued_at, valid_until, state)"
            + " VALUES (?, ?, ?, ?, ?)",
        carried,
        state.number(),
        state.issuedAt().toEpochMilli(),
        state.validUntil().toEpochMilli(),
        state.signed().toByteArray());
  }

  /**
   * Takes segments that the state which was offered last names.
   *
   * @throws io.grpc.StatusRuntimeException ABORTED if that state does not name one: another state
   *     was offered meanwhile
   */
  void add(List<Segment> segments) {
    storage.useTransaction(
        handle -> {
          CatalogueVersion.lock(handle);
          Set<SegmentName> named = namedByNewest(handle);
          for (Segment segment : segments) {
            requireNamed(named, segment.name());
            SegmentTable.add(handle, segment);
          }
        });
  }

  private static void requireNamed(Set<SegmentName> named, SegmentName segment) {
    if (!named.contains(segment)) {
      throw Status.ABORTED
          .withDescription("the state that was offered last does not name the segment " + segment)
          .asRuntimeException();
    }
  }

  private static Set<SegmentName> namedByNewest(Handle handle) {
    List<Stored> stored = stored(handle);
    if (stored.isEmpty()) {
      return Set.of();
    }
    return contents(stored.get(0)).getSegmentsList().stream()
        .map(name -> SegmentName.of(name.toByteArray()))
        .collect(Collectors.toSet());
  }

  private static StateContents contents(Stored stored) {
    try {
      return StateContents.parseFrom(stored.state().getContents());
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("the stored state of the domain is damaged", e);
    }
  }

  /** The state that waits, if one does, then the one that is carried. */
  private static List<Stored> stored(Handle handle) {
    return handle
        .createQuery("SELECT carried, number, state FROM domain_state ORDER BY carried")
        .map(StateRepository::read)
        .list();
  }

  private static Stored read(ResultSet row, StatementContext context) throws SQLException {
    try {
      return new Stored(row.getInt(1) == 1, row.getLong(2), SignedState.parseFrom(row.getBytes(3)));
    } catch (InvalidProtocolBufferException e) {
      throw new SQLException("the stored state of the domain is damaged", e);
    }
  }

  /** The state that is carried, as it was signed. */
  public static Optional<SignedState> signed(Handle handle) {
    return stored(handle).stream().filter(Stored::carried).map(Stored::state).findFirst();
  }

  /**
   * Segments of the state that is carried, in the order asked for.
   *
   * @return empty if one is not of it
   */
  public Optional<List<byte[]>> segments(List<SegmentName> names) {
    return storage.withHandle(
        handle -> {
          List<byte[]> segments =
              names.stream().flatMap(name -> SegmentTable.carried(handle, name).stream()).toList();
          return segments.size() == names.size() ? Optional.of(segments) : Optional.empty();
        });
  }

  /** Tells whether the state that is carried names an epoch; false if none is carried. */
  boolean names(CodeDigest code, int epoch) {
    return storage.withHandle(this::named).filter(now -> now.contains(code, epoch)).isPresent();
  }

  private Optional<NamedEpochs> named(Handle handle) {
    Optional<Long> number =
        handle
            .createQuery("SELECT number FROM domain_state WHERE carried = 1")
            .mapTo(Long.class)
            .findOne();
    NamedEpochs known = named;
    if (known != null && number.filter(now -> now == known.number()).isPresent()) {
      return Optional.of(known);
    }
    Optional<NamedEpochs> read =
        stored(handle).stream()
            .filter(Stored::carried)
            .findFirst()
            .map(state -> NamedEpochs.of(state.number(), contents(state)));
    read.ifPresent(now -> named = now);
    return read;
  }

  /** Tells whether the state that is carried revokes a router. */
  public boolean revokes(RosaId router, Instant now) {
    return storage.withHandle(handle -> SegmentTable.revokes(handle, router, now.getEpochSecond()));
  }

  /** Facts about the state that is carried; empty if none is. */
  public Optional<CarriedState> carried() {
    return storage.withHandle(
        handle ->
            handle
                .createQuery(
                    "SELECT number, issued_at, valid_until, (SELECT COALESCE(SUM(revocations), 0)"
                        + " FROM revocation_segment WHERE carried = 1)"
                        + " FROM domain_state WHERE carried = 1")
                .map(
                    (row, context) ->
                        new CarriedState(
                            row.getLong(1),
                            Instant.ofEpochMilli(row.getLong(2)),
                            Instant.ofEpochMilli(row.getLong(3)),
                            row.getLong(4)))
                .findOne());
  }
}
