package dev.rosa.codeserver;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnsafeByteOperations;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import io.grpc.Status;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.StatementContext;

/**
 * The codes of the domain by digest, and who published them under which name. A publisher's
 * statement is never replaced by another's, and all that it replaces itself are kept. A code that
 * several publish has one of each, and is in the catalogue until all of them have withdrawn it, or
 * the operator has. Every change is durable when its method returns. Thread-safe.
 */
final class CodeRepository {

  private static final String DESCRIBED =
      "SELECT p.digest, p.name, p.publisher, p.published_at, p.withdrawn_at, c.size_bytes,"
          + " c.entry_class FROM publication p JOIN code c ON c.digest = p.digest ";
  private static final String BY_NAME = "WHERE p.name = ? ";
  private static final String BY_NAME_LATEST_FIRST = "ORDER BY p.name, p.published_version DESC";
  private static final String STANDING_LATEST_FIRST =
      "ORDER BY CASE WHEN p.withdrawn_at IS NULL THEN 0 ELSE 1 END, p.published_version DESC";

  private final CodeStorage storage;
  private final NameOwners names;

  CodeRepository(CodeStorage storage, NameOwners names) {
    this.storage = storage;
    this.names = names;
  }

  /**
   * Stores a code, or brings back a withdrawn one, and lets its name stand for it. Nothing changes
   * if the name stands for this publication already.
   *
   * @return the publication that stands now
   * @throws io.grpc.StatusRuntimeException if the code may not be published, or not under its name
   */
  StoredCode publish(StoredCode code, byte[] bundle, SignedStatement statement) {
    return storage
        .jdbi()
        .inTransaction(
            handle -> {
              CatalogueVersion.lock(handle);
              BarredCodes.requireNot(handle, code.digest());
              requireNoOtherName(handle, code);
              names.claim(handle, code.name(), code.publisher());
              if (!isWhatItsNameStandsFor(handle, code)) {
                store(handle, code, bundle, statement);
              }
              return current(handle, code).orElseThrow();
            });
  }

  /**
   * The part of its quota that a publisher uses, without that code, but with the statements that it
   * has signed for it.
   */
  PublisherQuota.Used usedBeside(RosaId publisher, CodeDigest digest) {
    return storage
        .jdbi()
        .withHandle(
            handle ->
                handle
                    .createQuery(
                        "SELECT COUNT(*) - COUNT(p.withdrawn_at) AS codes,"
                            + " COALESCE(SUM(c.size_bytes), 0) AS bytes FROM publication p"
                            + " JOIN code c ON c.digest = p.digest"
                            + " WHERE p.publisher = ? AND p.digest <> ?")
                    .bind(0, publisher.toString())
                    .bind(1, digest.hex())
                    .map(
                        (row, context) ->
                            new PublisherQuota.Used(
                                row.getInt("codes"),
                                row.getLong("bytes") + statementBytes(handle, publisher)))
                    .one());
  }

  private static long statementBytes(Handle handle, RosaId publisher) {
    return handle
        .createQuery(
            "SELECT COALESCE(SUM(bytes), 0) FROM (SELECT LENGTH(statement) AS bytes"
                + " FROM publication WHERE publisher = :publisher UNION ALL"
                + " SELECT LENGTH(statement) FROM earlier_publication"
                + " WHERE publisher = :publisher) AS signed")
        .bind("publisher", publisher.toString())
        .mapTo(Long.class)
        .one();
  }

  private static void requireNoOtherName(Handle handle, StoredCode code) {
    current(handle, code)
        .filter(known -> !known.withdrawn() && !known.name().equals(code.name()))
        .ifPresent(
            known -> {
              throw Status.ALREADY_EXISTS
                  .withDescription("this bundle is published already, as '" + known.name() + "'")
                  .asRuntimeException();
            });
  }

  private static boolean isWhatItsNameStandsFor(Handle handle, StoredCode code) {
    return find(handle, BY_NAME, code.name()).stream()
        .limit(1)
        .anyMatch(
            latest ->
                !latest.withdrawn()
                    && latest.digest().equals(code.digest())
                    && latest.publisher().equals(code.publisher()));
  }

  private static void store(
      Handle handle, StoredCode code, byte[] bundle, SignedStatement statement) {
    String digest = code.digest().hex();
    handle.execute(
        "INSERT INTO code (digest, entry_class, size_bytes, bundle) VALUES (?, ?, ?, ?)"
            + " ON CONFLICT (digest) DO NOTHING",
        digest,
        code.entryClass(),
        code.sizeBytes(),
        bundle);
    String publisher = code.publisher().toString();
    setAside(handle, digest, publisher);
    handle.execute(
        "INSERT INTO publication (digest, publisher, name, published_at, published_version,"
            + " statement) VALUES (?, ?, ?, ?, ?, ?)",
        digest,
        publisher,
        code.name(),
        code.publishedAt().getEpochSecond(),
        CatalogueVersion.next(handle),
        statement.toByteArray());
  }

  /** Makes room for a publisher's next publication of the same bytes; the last one is kept. */
  private static void setAside(Handle handle, String digest, String publisher) {
    handle.execute(
        "INSERT INTO earlier_publication (digest, publisher, name, published_at,"
            + " published_version, withdrawn_at, statement) SELECT digest, publisher, name,"
            + " published_at, published_version, withdrawn_at, statement FROM publication"
            + " WHERE digest = ? AND publisher = ?",
        digest,
        publisher);
    handle.execute("DELETE FROM publication WHERE digest = ? AND publisher = ?", digest, publisher);
  }

  /** Takes back what one publisher published; bytes and statement are kept. */
  void withdraw(StoredCode code, Instant at) {
    storage
        .jdbi()
        .useTransaction(
            handle -> {
              CatalogueVersion.lock(handle);
              withdraw(handle, code, at);
            });
  }

  private static void withdraw(Handle handle, StoredCode code, Instant at) {
    int changed =
        handle.execute(
            "UPDATE publication SET withdrawn_at = ? WHERE digest = ? AND publisher = ?"
                + " AND withdrawn_at IS NULL",
            at.getEpochSecond(),
            code.digest().hex(),
            code.publisher().toString());
    if (changed > 0) {
      CatalogueVersion.next(handle);
    }
  }

  /**
   * Takes a code back for all of its publishers, and lets none publish it until it is allowed.
   *
   * @return the publications that stood, the first one first
   */
  List<StoredCode> bar(CodeDigest digest, Instant at) {
    return storage
        .jdbi()
        .inTransaction(
            handle -> {
              CatalogueVersion.lock(handle);
              BarredCodes.add(handle, digest, at);
              List<StoredCode> standing = standing(handle, digest);
              standing.forEach(code -> withdraw(handle, code, at));
              return standing;
            });
  }

  /** Lets publishers publish a barred code again; false if it was not barred. */
  boolean allow(CodeDigest digest) {
    return storage
        .jdbi()
        .inTransaction(
            handle -> {
              CatalogueVersion.lock(handle);
              return BarredCodes.remove(handle, digest);
            });
  }

  /** The codes that may not be published, also those that never were. */
  Set<CodeDigest> barred() {
    return storage.jdbi().withHandle(BarredCodes::all);
  }

  /** All publications by name, under one name the last published first. */
  List<StoredCode> list(boolean includeWithdrawn) {
    String which = includeWithdrawn ? "" : "WHERE p.withdrawn_at IS NULL ";
    return storage
        .jdbi()
        .withHandle(
            handle ->
                handle
                    .createQuery(DESCRIBED + which + BY_NAME_LATEST_FIRST)
                    .map(CodeRepository::code)
                    .list());
  }

  /** The publications of a code that are not withdrawn, the first one first. */
  List<StoredCode> standing(CodeDigest digest) {
    return storage.jdbi().withHandle(handle -> standing(handle, digest));
  }

  private static List<StoredCode> standing(Handle handle, CodeDigest digest) {
    return handle
        .createQuery(
            DESCRIBED
                + "WHERE p.digest = ? AND p.withdrawn_at IS NULL ORDER BY p.published_version")
        .bind(0, digest.hex())
        .map(CodeRepository::code)
        .list();
  }

  /** One publisher's publication as it is now. */
  Optional<StoredCode> current(StoredCode code) {
    return storage.jdbi().withHandle(handle -> current(handle, code));
  }

  private static Optional<StoredCode> current(Handle handle, StoredCode code) {
    return handle
        .createQuery(DESCRIBED + "WHERE p.digest = ? AND p.publisher = ?")
        .bind(0, code.digest().hex())
        .bind(1, code.publisher().toString())
        .map(CodeRepository::code)
        .findOne();
  }

  /** Publications under the name, the last first, those not withdrawn before the others. */
  List<StoredCode> findByName(String name) {
    return storage.jdbi().withHandle(handle -> find(handle, BY_NAME, name));
  }

  /** Publications of the codes whose digest begins with those lower-case hex digits. */
  List<StoredCode> findByDigest(String hexDigits) {
    return storage
        .jdbi()
        .withHandle(handle -> find(handle, "WHERE p.digest LIKE ? ", hexDigits + "%"));
  }

  private static List<StoredCode> find(Handle handle, String which, String value) {
    return handle
        .createQuery(DESCRIBED + which + STANDING_LATEST_FIRST)
        .bind(0, value)
        .map(CodeRepository::code)
        .list();
  }

  /** The bytes of a code, as the storage gives them back: the caller checks them. */
  Optional<ByteString> bundle(CodeDigest digest) {
    return storage
        .jdbi()
        .withHandle(
            handle ->
                handle
                    .createQuery("SELECT bundle FROM code WHERE digest = ?")
                    .bind(0, digest.hex())
                    .map((row, context) -> UnsafeByteOperations.unsafeWrap(row.getBytes(1)))
                    .findOne());
  }

  /** The statement that a publisher signed, as it came. */
  SignedStatement statement(StoredCode code) {
    return storage
        .jdbi()
        .withHandle(
            handle ->
                handle
                    .createQuery(
                        "SELECT statement FROM publication WHERE digest = ? AND publisher = ?")
                    .bind(0, code.digest().hex())
                    .bind(1, code.publisher().toString())
                    .map(CodeRepository::statement)
                    .one());
  }

  /** The catalogue's version, which grows with every change, also by another process. */
  long version() {
    return storage.jdbi().withHandle(CatalogueVersion::current);
  }

  /** The whole catalogue at one moment. */
  CatalogueSnapshot snapshot() {
    return storage
        .jdbi()
        .inTransaction(
            handle ->
                new CatalogueSnapshot(
                    CatalogueVersion.store(handle),
                    CatalogueVersion.current(handle),
                    handle
                        .createQuery(
                            DESCRIBED + "WHERE p.withdrawn_at IS NULL " + BY_NAME_LATEST_FIRST)
                        .map(CodeRepository::code)
                        .list(),
                    epochs(handle)));
  }

  private static Map<CodeDigest, List<Integer>> epochs(Handle handle) {
    Map<CodeDigest, List<Integer>> epochs = new LinkedHashMap<>();
    handle
        .createQuery("SELECT digest, epoch FROM code_secret ORDER BY digest, epoch")
        .map((row, context) -> Map.entry(CodeDigest.ofHex(row.getString(1)), (int) row.getLong(2)))
        .forEach(
            held ->
                epochs.computeIfAbsent(held.getKey(), d -> new ArrayList<>()).add(held.getValue()));
    return epochs;
  }

  private static StoredCode code(ResultSet row, StatementContext context) throws SQLException {
    row.getLong("withdrawn_at");
    boolean withdrawn = !row.wasNull();
    return new StoredCode(
        CodeDigest.ofHex(row.getString("digest")),
        row.getString("name"),
        RosaId.parse(row.getString("publisher")),
        Instant.ofEpochSecond(row.getLong("published_at")),
        withdrawn,
        row.getInt("size_bytes"),
        row.getString("entry_class"));
  }

  private static SignedStatement statement(ResultSet row, StatementContext context)
      throws SQLException {
    try {
      return SignedStatement.parseFrom(row.getBytes(1));
    } catch (InvalidProtocolBufferException e) {
      throw new SQLException("a stored publication is damaged", e);
    }
  }
}
