package dev.rosa.codeserver.catalogue;

import dev.rosa.control.v1.CodeState;
import dev.rosa.control.v1.StateContents;
import dev.rosa.keys.CodeDigest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Epochs that one state of the domain names, read once for all fetches under it. Immutable.
 *
 * @param number of the state
 * @param epochs of each code, unsigned
 */
record NamedEpochs(long number, Map<CodeDigest, List<Integer>> epochs) {

  static NamedEpochs of(long number, StateContents contents) {
    Map<CodeDigest, List<Integer>> epochs = new HashMap<>();
    for (CodeState code : contents.getCodesList()) {
      epochs.put(CodeDigest.of(code.getDigest().toByteArray()), List.copyOf(code.getEpochsList()));
    }
    return new NamedEpochs(number, Map.copyOf(epochs));
  }

  boolean contains(CodeDigest code, int epoch) {
    return epochs.getOrDefault(code, List.of()).contains(epoch);
  }
}
