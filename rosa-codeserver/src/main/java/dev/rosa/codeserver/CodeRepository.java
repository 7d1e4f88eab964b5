package dev.rosa.codeserver;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnsafeByteOperations;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.StatementContext;

/**
 * The codes of the domain by digest, and who published them under which name. A publisher's
 * statement is never replaced by another's. A code that several publish has one of each, and is in
 * the catalogue until all of them have withdrawn it. Every change is durable when its method
 * returns. Thread-safe.
 */
final class CodeRepository {

  private static final String DESCRIBED =
      "SELECT p.digest, p.name, p.publisher, p.published_at, p.withdrawn_at, c.size_bytes,"
          + " c.entry_class FROM publication p JOIN code c ON c.digest = p.digest ";
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
   * Stores a code, or brings back a withdrawn one, and lets its name stand for it.
   *
   * @return empty when stored; else one line that says why it is not
   */
  Optional<String> publish(StoredCode code, byte[] bundle, SignedStatement statement) {
    return storage
        .jdbi()
        .inTransaction(
            handle -> {
              CatalogueVersion.lock(handle);
              Optional<String> refusal =
                  standingUnderAnotherName(handle, code)
                      .or(() -> names.claim(handle, code.name(), code.publisher()));
              if (refusal.isEmpty()) {
                store(handle, code, bundle, statement);
              }
              return refusal;
            });
  }

  /** The part of its quota that a publisher uses, without that code. */
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
                            new PublisherQuota.Used(row.getInt("codes"), row.getLong("bytes")))
                    .one());
  }

  private static Optional<String> standingUnderAnotherName(Handle handle, StoredCode code) {
    return standing(handle, code.digest()).stream()
        .filter(known -> known.publisher().equals(code.publisher()))
        .filter(known -> !known.name().equals(code.name()))
        .findFirst()
        .map(known -> "this bundle is published already, as '" + known.name() + "'");
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
    handle.execute("DELETE FROM publication WHERE digest = ? AND publisher = ?", digest, publisher);
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

  /** Takes back what one publisher published; bytes and statement are kept. */
  void withdraw(StoredCode code, Instant at) {
    storage
        .jdbi()
        .useTransaction(
            handle -> {
              CatalogueVersion.lock(handle);
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
            });
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
    return storage
        .jdbi()
        .withHandle(
            handle ->
                handle
                    .createQuery(DESCRIBED + "WHERE p.digest = ? AND p.publisher = ?")
                    .bind(0, code.digest().hex())
                    .bind(1, code.publisher().toString())
                    .map(CodeRepository::code)
                    .findOne());
  }

  /** Publications under the name, the last first, those not withdrawn before the others. */
  List<StoredCode> findByName(String name) {
    return find("WHERE p.name = ? ", name);
  }

  /** Publications of the codes whose digest begins with those lower-case hex digits. */
  List<StoredCode> findByDigest(String hexDigits) {
    return find("WHERE p.digest LIKE ? ", hexDigits + "%");
  }

  private List<StoredCode> find(String which, String value) {
    return storage
        .jdbi()
        .withHandle(
            handle ->
                handle
                    .createQuery(DESCRIBED + which + STANDING_LATEST_FIRST)
                    .bind(0, value)
                    .map(CodeRepository::code)
                    .list());
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
