package dev.rosa.codeserver;

import dev.rosa.keys.CodeDigest;
import java.util.List;
import java.util.Map;

/**
 * The catalogue at one moment.
 *
 * @param store the storage that it is of
 * @param version grows with every change of the storage
 * @param codes those not withdrawn
 * @param epochs for each code with a secret the epochs whose Kci is held, unsigned, ascending
 */
record CatalogueSnapshot(
    long store, long version, List<StoredCode> codes, Map<CodeDigest, List<Integer>> epochs) {

  List<Integer> epochsOf(CodeDigest digest) {
    return epochs.getOrDefault(digest, List.of());
  }
}
