package dev.rosa.codeserver;

import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import dev.rosa.storage.Storage;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/**
 * Codes whose secret a router may know: those that it has fetched, and those that the configuration
 * lets it have. Publications that were withdrawn or replaced count, too: they may have stood when
 * it fetched. Thread-safe.
 */
final class CodesOfRouter {

  private final Storage storage;
  private final RouterAuthorizer authorizer;

  CodesOfRouter(Storage storage, RouterAuthorizer authorizer) {
    this.storage = storage;
    this.authorizer = authorizer;
  }

  /**
   * The codes of which secrets are held here; codes that the router has fetched in any case.
   *
   * @return empty if some that it has fetched may be forgotten
   */
  Optional<Set<CodeDigest>> of(RosaId router) {
    return storage.withHandle(
        handle ->
            FetchedSecrets.knowsAllOf(handle, router)
                ? Optional.of(known(handle, router))
                : Optional.empty());
  }

  /** Tells whether no secret that the router has fetched is on record. */
  boolean isUnseen(RosaId router) {
    return storage.withHandle(handle -> FetchedSecrets.codesOf(handle, router).isEmpty());
  }

  private Set<CodeDigest> known(Handle handle, RosaId router) {
    Set<CodeDigest> codes = permitted(handle, router);
    codes.retainAll(SecretRepository.epochs(handle).keySet());
    codes.addAll(FetchedSecrets.codesOf(handle, router));
    return codes;
  }

  private Set<CodeDigest> permitted(Handle handle, RosaId router) {
    return handle
        .createQuery(
            "SELECT digest, publisher, name FROM publication"
                + " UNION SELECT digest, publisher, name FROM earlier_publication")
        .map((row, context) -> permitted(router, row))
        .collect(Collectors.flatMapping(Optional::stream, Collectors.toCollection(HashSet::new)));
  }

  private Optional<CodeDigest> permitted(RosaId router, ResultSet row) throws SQLException {
    CodeDigest digest = CodeDigest.ofHex(row.getString(1));
    RosaId publisher = RosaId.parse(row.getString(2));
    return authorizer.mayHave(router, digest, publisher, row.getString(3))
        ? Optional.of(digest)
        : Optional.empty();
  }
}
