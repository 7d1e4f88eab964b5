package dev.rosa.router.catalogue;

import com.google.protobuf.ByteString;
import dev.rosa.control.v1.CatalogueEntry;
import dev.rosa.control.v1.Revocation;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.UserId;
import dev.rosa.router.catalogue.Catalogue.Entry;
import dev.rosa.router.catalogue.Catalogue.Revocations;
import dev.rosa.serving.PeerText;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reader of the Code Server's messages that makes a {@link Catalogue} of them. Stateless. */
public final class CatalogueReader {

  /** As many as a Code Server lets a name have. */
  private static final int MOST_NAME_CHARS = 63;

  private CatalogueReader() {}

  /**
   * The catalogue in a message.
   *
   * @throws IllegalArgumentException if a digest or user has a wrong length
   */
  public static Catalogue read(dev.rosa.control.v1.Catalogue message) {
    List<Entry> entries = message.getEntriesList().stream().map(CatalogueReader::entry).toList();
    return new Catalogue(message.getVersion(), entries, revocations(message));
  }

  private static Entry entry(CatalogueEntry entry) {
    return new Entry(
        digest(entry.getDigest()),
        PeerText.line(entry.getName(), MOST_NAME_CHARS),
        entry.getPermitted(),
        entry.getEpochsList());
  }

  private static Revocations revocations(dev.rosa.control.v1.Catalogue message) {
    Set<Long> sessions = new HashSet<>();
    Set<UserId> users = new HashSet<>();
    Set<CodeDigest> codes = new HashSet<>();
    for (Revocation revocation : message.getRevocationsList()) {
      switch (revocation.getSubjectCase()) {
        case SESSION -> sessions.add(revocation.getSession());
        case USER -> users.add(UserId.of(revocation.getUser().toByteArray()));
        case CODE_DIGEST -> codes.add(digest(revocation.getCodeDigest()));
        case SUBJECT_NOT_SET ->
            throw new IllegalArgumentException("a revocation says nothing this router knows");
      }
    }
    return new Revocations(sessions, users, codes);
  }

  private static CodeDigest digest(ByteString bytes) {
    return CodeDigest.of(bytes.toByteArray());
  }
}
