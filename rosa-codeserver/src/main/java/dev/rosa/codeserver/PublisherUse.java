package dev.rosa.codeserver;

import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import org.jdbi.v3.core.Handle;

/** Query for the storage that one publisher's codes take, for {@link PublisherQuota}. Stateless. */
final class PublisherUse {

  private PublisherUse() {}

  /** Codes and bundles without that code; publications and their statements with it. */
  static PublisherQuota.Used beside(Handle handle, RosaId publisher, CodeDigest digest) {
    Signed signed = signed(handle, publisher);
    return handle
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
                    signed.publications(),
                    row.getLong("bytes") + signed.bytes()))
        .one();
  }

  /** Publications, earlier ones included, and the bytes of their statements. */
  private record Signed(int publications, long bytes) {}

  private static Signed signed(Handle handle, RosaId publisher) {
    return handle
        .createQuery(
            "SELECT COUNT(*) AS publications, COALESCE(SUM(bytes), 0) AS bytes FROM"
                + " (SELECT LENGTH(statement) AS bytes FROM publication"
                + " WHERE publisher = :publisher UNION ALL"
                + " SELECT LENGTH(statement) FROM earlier_publication"
                + " WHERE publisher = :publisher) AS signed")
        .bind("publisher", publisher.toString())
        .map((row, context) -> new Signed(row.getInt("publications"), row.getLong("bytes")))
        .one();
  }
}
