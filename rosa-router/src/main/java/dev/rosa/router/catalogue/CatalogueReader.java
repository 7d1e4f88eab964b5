package dev.rosa.router.catalogue;

import com.google.protobuf.ByteString;
import dev.rosa.control.v1.CatalogueEntry;
import dev.rosa.domainstate.StateContent;
import dev.rosa.keys.CodeDigest;
import dev.rosa.router.catalogue.Catalogue.Entry;
import dev.rosa.serving.PeerText;
import java.util.Set;

/** Reader of the Code Server's messages that makes a {@link Catalogue} of them. Stateless. */
public final class CatalogueReader {

  /** As many as a Code Server lets a name have. */
  private static final int MOST_NAME_CHARS = 63;

  private CatalogueReader() {}

  /**
   * The catalogue in a message, with those epochs that the state names, too.
   *
   * @param state of the domain, verified
   * @throws IllegalArgumentException if a digest has a wrong length
   */
  public static Catalogue read(
      dev.rosa.control.v1.Catalogue message, StateContent state, Revocations revocations) {
    return new Catalogue(
        message.getEntriesList().stream().map(entry -> entry(entry, state)).toList(), revocations);
  }

  private static Entry entry(CatalogueEntry entry, StateContent state) {
    CodeDigest digest = digest(entry.getDigest());
    Set<Integer> named = state.epochsOf(digest);
    return new Entry(
        digest,
        PeerText.line(entry.getName(), MOST_NAME_CHARS),
        entry.getPermitted(),
        entry.getEpochsList().stream().filter(named::contains).toList(),
        state.commitmentsOf(digest));
  }

  private static CodeDigest digest(ByteString bytes) {
    return CodeDigest.of(bytes.toByteArray());
  }
}
