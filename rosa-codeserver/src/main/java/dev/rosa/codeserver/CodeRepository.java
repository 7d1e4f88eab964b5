package dev.rosa.codeserver;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnsafeByteOperations;
import dev.rosa.codeserver.catalogue.CatalogueVersion;
import dev.rosa.codeserver.catalogue.StateRepository;
import dev.rosa.codeserver.witness.StoredWitness;
import dev.rosa.control.v1.KeptPublication;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import dev.rosa.storage.SecretTable;
import dev.rosa.storage.Storage;
import dev.rosa.storage.Tables;
import io.grpc.Status;
import java.security.SecureRandom;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.StatementContext;

/**
 * Table of the domain's codes by digest, with their publishers and the names that these gave them.
 * A publisher's statement is never replaced by another's, and all that it replaces itself are kept.
 * A code that several publish has one of each, and is in the catalogue until all of them have
 * withdrawn it, or the operator has. Every change is durable when its method returns. Thread-safe.
 */
final class CodeRepository {

  /** Its tables. */
  static final Tables TABLES =
      new Tables(
          "rosa_codeserver",
          "dev/rosa/codeserver/migrations",
          new SecretTable("code_secret", "digest", "epoch", "kci"),
          List.of(StoredWitness.KEY));

  private static final String DESCRIBED =
      "SELECT p.digest, p.name, p.publisher, p.published_at, p.withdrawn_at, c.size_bytes,"
          + " c.entry_class FROM publication p JOIN code c ON c.digest = p.digest ";
  private static final String BY_NAME = "WHERE p.name = ? ";
  private static final String STANDING_LATEST_FIRST =
      "AND p.withdrawn_at IS NULL ORDER BY p.published_version DESC ";
  private static final String STANDING_FIRST_FIRST =
      "WHERE p.withdrawn_at IS NULL ORDER BY p.published_version";
  private static final String WITHDRAWN_LATEST_FIRST =
      "AND p.withdrawn_at IS NOT NULL ORDER BY p.published_version DESC LIMIT ";
  private static final String LAST_WITHDRAWN_FIRST =
      "WHERE p.withdrawn_at IS NOT NULL"
          + " ORDER BY p.withdrawn_at DESC, p.published_version DESC LIMIT ";

  /**
   * Most withdrawn publications that one query reads. Those that stand need no such bound: {@link
   * PublisherQuota} has one for each publisher.
   */
  static final int MOST_WITHDRAWN = 1024;

  private final Storage storage;
  private final NameOwners names;

  /** The codes in a storage, which gets its name if it has none yet. */
  CodeRepository(Storage storage, NameOwners names) {
    this.storage = storage;
    this.names = names;
    storage.useTransaction(handle -> CatalogueVersion.nameStore(handle, new SecureRandom()));
  }

  /**
   * Stores a code, or brings back a withdrawn one, and lets its name stand for it. Nothing changes
   * if the name stands for this publication already.
   *
   * @return the publication that stands now
   * @throws io.grpc.StatusRuntimeException if the code may not be published, or not under its name
   */
  StoredCode publish(StoredCode code, byte[] bundle, SignedStatement statement) {
    return storage.inTransaction(
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
    return storage.withHandle(handle -> PublisherUse.beside(handle, publisher, digest));
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

  /** True if this publication is the one that its name stands for. */
  boolean isWhatItsNameStandsFor(StoredCode code) {
    return storage.withHandle(handle -> isWhatItsNameStandsFor(handle, code));
  }

  private static boolean isWhatItsNameStandsFor(Handle handle, StoredCode code) {
    return described(handle, BY_NAME + STANDING_LATEST_FIRST + "LIMIT 1", code.name()).stream()
        .anyMatch(
            latest ->
                latest.digest().equals(code.digest())
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

  /**
   * Takes back what one publisher published; bytes and statement are kept. A publication that does
   * not stand costs one look and no lock.
   *
   * @return true if it stood
   */
  boolean withdraw(StoredCode code, Instant at) {
    if (current(code).filter(known -> !known.withdrawn()).isEmpty()) {
      return false;
    }
    return storage.inTransaction(
        handle -> {
          CatalogueVersion.lock(handle);
          return withdraw(handle, code, at);
        });
  }

  private static boolean withdraw(Handle handle, StoredCode code, Instant at) {
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
    return changed > 0;
  }

  /**
   * Takes a code back for all of its publishers, and lets none publish it until it is allowed.
   *
   * @return the publications that stood, the first one first
   */
  List<StoredCode> bar(CodeDigest digest, Instant at) {
    return storage.inTransaction(
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
    return storage.inTransaction(
        handle -> {
          CatalogueVersion.lock(handle);
          return BarredCodes.remove(handle, digest);
        });
  }

  /** The codes that may not be published, also those that never were. */
  Set<CodeDigest> barred() {
    return storage.withHandle(BarredCodes::all);
  }

  /**
   * All publications that stand by name, under one name the last published first. Then at most
   * {@link #MOST_WITHDRAWN} withdrawn ones, the last withdrawn first.
   */
  CodeListing list(boolean includeWithdrawn) {
    return storage.withHandle(
        handle -> {
          List<StoredCode> codes = new ArrayList<>(standing(handle));
          if (!includeWithdrawn) {
            return new CodeListing(codes, 0);
          }
          List<StoredCode> withdrawn = described(handle, LAST_WITHDRAWN_FIRST + MOST_WITHDRAWN);
          codes.addAll(withdrawn);
          return new CodeListing(codes, Math.max(0, withdrawn(handle) - withdrawn.size()));
        });
  }

  private static List<StoredCode> standing(Handle handle) {
    return described(
        handle, "WHERE p.withdrawn_at IS NULL ORDER BY p.name, p.published_version DESC");
  }

  private static int withdrawn(Handle handle) {
    return handle
        .createQuery("SELECT COUNT(*) FROM publication WHERE withdrawn_at IS NOT NULL")
        .mapTo(Integer.class)
        .one();
  }

  /** The publications of a code that are not withdrawn, the first one first. */
  List<StoredCode> standing(CodeDigest digest) {
    return storage.withHandle(handle -> standing(handle, digest));
  }

  private static List<StoredCode> standing(Handle handle, CodeDigest digest) {
    return described(
        handle,
        "WHERE p.digest = ? AND p.withdrawn_at IS NULL ORDER BY p.published_version",
        digest.hex());
  }

  /** One publisher's publication as it is now. */
  Optional<StoredCode> current(StoredCode code) {
    return storage.withHandle(handle -> current(handle, code));
  }

  private static Optional<StoredCode> current(Handle handle, StoredCode code) {
    return described(
            handle,
            "WHERE p.digest = ? AND p.publisher = ?",
            code.digest().hex(),
            code.publisher().toString())
        .stream()
        .findFirst();
  }

  /** The publications under the name that are not withdrawn, the last first. */
  List<StoredCode> standingUnder(String name) {
    return storage.withHandle(handle -> described(handle, BY_NAME + STANDING_LATEST_FIRST, name));
  }

  /**
   * The digests of all publications under the name, earlier ones included, for the operator, who
   * takes all of them back: 64 characters each, as many as the quotas of the name's publishers
   * allow.
   */
  List<CodeDigest> digestsUnder(String name) {
    return storage.withHandle(
        handle ->
            handle
                .createQuery(
                    "SELECT digest FROM publication WHERE name = :name"
                        + " UNION SELECT digest FROM earlier_publication WHERE name = :name")
                .bind("name", name)
                .mapTo(String.class)
                .map(CodeDigest::ofHex)
                .list());
  }

  /**
   * Publications under the name, the last first: those not withdrawn, then at most {@link
   * #MOST_WITHDRAWN} others.
   */
  List<StoredCode> findByName(String name) {
    return storage.withHandle(handle -> find(handle, BY_NAME, name));
  }

  /** The same for the codes whose digest begins with those lower-case hex digits. */
  List<StoredCode> findByDigest(String hexDigits) {
    return storage.withHandle(handle -> find(handle, "WHERE p.digest LIKE ? ", hexDigits + "%"));
  }

  private static List<StoredCode> find(Handle handle, String which, String value) {
    List<StoredCode> found =
        new ArrayList<>(described(handle, which + STANDING_LATEST_FIRST, value));
    found.addAll(described(handle, which + WITHDRAWN_LATEST_FIRST + MOST_WITHDRAWN, value));
    return found;
  }

  private static List<StoredCode> described(Handle handle, String which, Object... values) {
    Query query = handle.createQuery(DESCRIBED + which);
    for (int i = 0; i < values.length; i++) {
      query.bind(i, values[i]);
    }
    return query.map(CodeRepository::code).list();
  }

  /** The bytes of a code, as the storage gives them back: the caller checks them. */
  Optional<ByteString> bundle(CodeDigest digest) {
    return storage.withHandle(
        handle ->
            handle
                .createQuery("SELECT bundle FROM code WHERE digest = ?")
                .bind(0, digest.hex())
                .map((row, context) -> UnsafeByteOperations.unsafeWrap(row.getBytes(1)))
                .findOne());
  }

  /** The statement that a publisher signed, as it came. */
  SignedStatement statement(StoredCode code) {
    return storage.withHandle(
        handle ->
            handle
                .createQuery("SELECT statement FROM publication WHERE digest = ? AND publisher = ?")
                .bind(0, code.digest().hex())
                .bind(1, code.publisher().toString())
                .map(CodeRepository::statement)
                .one());
  }

  /** Statements of publishers for the audit log, as {@link KeptStatements} says. */
  List<KeptPublication> statementsAfter(long after, int most) {
    return storage.withHandle(handle -> KeptStatements.after(handle, after, most));
  }

  /** The catalogue's version, which grows with every change, also by another process. */
  long version() {
    return storage.withHandle(CatalogueVersion::current);
  }

  /** The whole catalogue at one moment. */
  CatalogueSnapshot snapshot() {
    return storage.inTransaction(
        handle ->
            new CatalogueSnapshot(
                CatalogueVersion.store(handle),
                CatalogueVersion.current(handle),
                described(handle, STANDING_FIRST_FIRST),
                SecretRepository.epochs(handle),
                StateRepository.signed(handle)));
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
