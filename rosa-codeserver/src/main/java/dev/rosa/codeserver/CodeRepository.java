package dev.rosa.codeserver;

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
 * The codes of the domain, by digest. A name stands for the code that was published under it last;
 * earlier ones stay until they are withdrawn. Every change is durable when its method returns.
 * Thread-safe.
 */
final class CodeRepository {

  private static final String DESCRIBED =
      "SELECT digest, name, publisher, published_at, withdrawn_at, size_bytes, entry_class"
          + " FROM code ";
  private static final String BY_NAME_LATEST_FIRST = "ORDER BY name, published_version DESC";

  private final CodeStorage storage;

  CodeRepository(CodeStorage storage) {
    this.storage = storage;
  }

  /**
   * Stores a code, or brings back a withdrawn one, and lets its name stand for it.
   *
   * @return empty when stored; else the code as it is already there, under another name
   */
  Optional<StoredCode> publish(StoredCode code, byte[] bundle, SignedStatement publication) {
    return storage
        .jdbi()
        .inTransaction(
            handle -> {
              CatalogueVersion.lock(handle);
              Optional<StoredCode> other =
                  find(handle, code.digest())
                      .filter(known -> !known.withdrawn() && !known.name().equals(code.name()));
              if (other.isEmpty()) {
                replace(handle, code, bundle, publication);
              }
              return other;
            });
  }

  private static void replace(
      Handle handle, StoredCode code, byte[] bundle, SignedStatement publication) {
    handle.execute("DELETE FROM code WHERE digest = ?", code.digest().hex());
    handle
        .createUpdate(
            "INSERT INTO code (digest, name, publisher, published_at, published_version,"
                + " entry_class, size_bytes, bundle, publication) VALUES (:digest, :name,"
                + " :publisher, :publishedAt, :version, :entryClass, :size, :bundle,"
                + " :publication)")
        .bind("digest", code.digest().hex())
        .bind("name", code.name())
        .bind("publisher", code.publisher().toString())
        .bind("publishedAt", code.publishedAt().getEpochSecond())
        .bind("version", CatalogueVersion.next(handle))
        .bind("entryClass", code.entryClass())
        .bind("size", code.sizeBytes())
        .bind("bundle", bundle)
        .bind("publication", publication.toByteArray())
        .execute();
  }

  /** Takes a code out of the catalogue; its bytes and its statement are kept. */
  void withdraw(CodeDigest digest, Instant at) {
    storage
        .jdbi()
        .useTransaction(
            handle -> {
              CatalogueVersion.lock(handle);
              int changed =
                  handle.execute(
                      "UPDATE code SET withdrawn_at = ? WHERE digest = ? AND withdrawn_at IS NULL",
                      at.getEpochSecond(),
                      digest.hex());
              if (changed > 0) {
                CatalogueVersion.next(handle);
              }
            });
  }

  /** All codes by name, under one name the last published first. */
  List<StoredCode> list(boolean includeWithdrawn) {
    String which = includeWithdrawn ? "" : "WHERE withdrawn_at IS NULL ";
    return storage
        .jdbi()
        .withHandle(
            handle ->
                handle
                    .createQuery(DESCRIBED + which + BY_NAME_LATEST_FIRST)
                    .map(CodeRepository::code)
                    .list());
  }

  Optional<StoredCode> find(CodeDigest digest) {
    return storage.jdbi().withHandle(handle -> find(handle, digest));
  }

  private static Optional<StoredCode> find(Handle handle, CodeDigest digest) {
    return handle
        .createQuery(DESCRIBED + "WHERE digest = ?")
        .bind(0, digest.hex())
        .map(CodeRepository::code)
        .findOne();
  }

  /** What the name stands for: the last published under it, those not withdrawn first. */
  Optional<StoredCode> findByName(String name) {
    return storage
        .jdbi()
        .withHandle(
            handle ->
                handle
                    .createQuery(
                        DESCRIBED
                            + "WHERE name = ? ORDER BY CASE WHEN withdrawn_at IS NULL THEN 0 ELSE 1"
                            + " END, published_version DESC LIMIT 1")
                    .bind(0, name)
                    .map(CodeRepository::code)
                    .findOne());
  }

  /** The codes whose digest begins with those lower-case hex digits. */
  List<StoredCode> findByDigest(String hexDigits) {
    return storage
        .jdbi()
        .withHandle(
            handle ->
                handle
                    .createQuery(DESCRIBED + "WHERE digest LIKE ? " + BY_NAME_LATEST_FIRST)
                    .bind(0, hexDigits + "%")
                    .map(CodeRepository::code)
                    .list());
  }

  /** The bytes of a code that is in the catalogue, as the storage gives them back. */
  Optional<StoredBundle> bundle(CodeDigest digest) {
    return storage
        .jdbi()
        .withHandle(
            handle ->
                handle
                    .createQuery(
                        "SELECT name, bundle, publication FROM code WHERE digest = ? AND"
                            + " withdrawn_at IS NULL")
                    .bind(0, digest.hex())
                    .map(CodeRepository::bundle)
                    .findOne());
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
                            DESCRIBED + "WHERE withdrawn_at IS NULL " + BY_NAME_LATEST_FIRST)
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

  private static StoredBundle bundle(ResultSet row, StatementContext context) throws SQLException {
    try {
      return new StoredBundle(
          row.getString("name"),
          UnsafeByteOperations.unsafeWrap(row.getBytes("bundle")),
          SignedStatement.parseFrom(row.getBytes("publication")));
    } catch (InvalidProtocolBufferException e) {
      throw new SQLException(
          "the stored publication of " + row.getString("name") + " is damaged", e);
    }
  }
}
