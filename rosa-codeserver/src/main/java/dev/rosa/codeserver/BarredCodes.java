package dev.rosa.codeserver;

import dev.rosa.codeserver.catalogue.CatalogueVersion;
import dev.rosa.keys.CodeDigest;
import io.grpc.Status;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/**
 * Table of the codes that the operator has withdrawn and that no publisher may publish until the
 * operator allows them again. They need not have been published. Its callers hold {@link
 * CatalogueVersion#lock} where they change something. Stateless.
 */
final class BarredCodes {

  private BarredCodes() {}

  /**
   * Refuses a code that is barred.
   *
   * @throws io.grpc.StatusRuntimeException PERMISSION_DENIED
   */
  static void requireNot(Handle handle, CodeDigest digest) {
    boolean barred =
        handle
            .createQuery("SELECT 1 FROM barred_code WHERE digest = ?")
            .bind(0, digest.hex())
            .mapTo(Integer.class)
            .findOne()
            .isPresent();
    if (barred) {
      throw Status.PERMISSION_DENIED
          .withDescription(
              "the operator withdrew code %s, expected other code or the operator's 'code allow'"
                  .formatted(digest.hex()))
          .asRuntimeException();
    }
  }

  /** Bars a code; one that is barred stays so. */
  static void add(Handle handle, CodeDigest digest, Instant at) {
    handle.execute(
        "INSERT INTO barred_code (digest, barred_at) VALUES (?, ?)"
            + " ON CONFLICT (digest) DO NOTHING",
        digest.hex(),
        at.getEpochSecond());
  }

  /** Bars a code no longer; false if it was not barred. */
  static boolean remove(Handle handle, CodeDigest digest) {
    return handle.execute("DELETE FROM barred_code WHERE digest = ?", digest.hex()) > 0;
  }

  /** All that are barred. */
  static Set<CodeDigest> all(Handle handle) {
    return handle
        .createQuery("SELECT digest FROM barred_code")
        .mapTo(String.class)
        .map(CodeDigest::ofHex)
        .collect(Collectors.toSet());
  }
}
