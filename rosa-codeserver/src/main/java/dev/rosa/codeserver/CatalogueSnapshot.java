package dev.rosa.codeserver;

import dev.rosa.control.v1.SignedState;
import dev.rosa.keys.CodeDigest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Snapshot of the catalogue of active code at one moment, as routers get it.
 *
 * @param store the storage that it is of
 * @param version grows with every change of the storage
 * @param codes publications that are not withdrawn, the first one first; several may be of one code
 * @param epochs for each code with a secret the epochs whose Kci is held, unsigned, ascending
 * @param state the state of the domain, if there is one
 */
record CatalogueSnapshot(
    long store,
    long version,
    List<StoredCode> codes,
    Map<CodeDigest, List<Integer>> epochs,
    Optional<SignedState> state) {

  /** The publications of each code, the first one first. */
  Collection<List<StoredCode>> byDigest() {
    Map<CodeDigest, List<StoredCode>> byDigest = new LinkedHashMap<>();
    codes.forEach(
        code -> byDigest.computeIfAbsent(code.digest(), d -> new ArrayList<>()).add(code));
    return byDigest.values();
  }

  List<Integer> epochsOf(CodeDigest digest) {
    return epochs.getOrDefault(digest, List.of());
  }
}
