package dev.rosa.router.catalogue;

import com.google.protobuf.ByteString;
import dev.rosa.control.v1.CatalogueEntry;
import dev.rosa.keys.CodeDigest;
import dev.rosa.router.catalogue.Catalogue.Entry;
import dev.rosa.router.catalogue.Catalogue.Revocations;
import dev.rosa.serving.PeerText;
import java.util.List;

/** Reader of the Code Server's messages that makes a {@link Catalogue} of them. Stateless. */
public final class CatalogueReader {

  /** As many as a Code Server lets a name have. */
  private static final int MOST_NAME_CHARS = 63;

  private CatalogueReader() {}

  /**
   * The catalogue in a message.
   *
   * @throws IllegalArgumentException if a digest has a wrong length
   */
  public static Catalogue read(dev.rosa.control.v1.Catalogue message) {
    List<Entry> entries = message.getEntriesList().stream().map(CatalogueReader::entry).toList();
    return new Catalogue(message.getVersion(), entries, Revocations.NONE);
  }

  private static Entry entry(CatalogueEntry entry) {
    return new Entry(
        digest(entry.getDigest()),
        PeerText.line(entry.getName(), MOST_NAME_CHARS),
        entry.getPermitted(),
        entry.getEpochsList());
  }

  private static CodeDigest digest(ByteString bytes) {
    return CodeDigest.of(bytes.toByteArray());
  }
}
