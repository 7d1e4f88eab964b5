package dev.rosa.vectors;

import dev.rosa.crypto.SuiteEngine;
import dev.rosa.keys.KdfContext;
import dev.rosa.keys.KeyDerivation;
import dev.rosa.keys.SessionKey;
import dev.rosa.keys.SessionParameters;
import dev.rosa.wire.active.Grant;
import dev.rosa.wire.active.Suite;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Check of a file of test vectors: it rebuilds each from its inputs, byte for byte, and opens its
 * packet (PROTOCOL §2, §3). Owned by one thread.
 */
public final class VectorCheck {
  private final Function<Suite, SuiteEngine> engines;
  private final Map<Suite, VectorPacket> packets = new EnumMap<>(Suite.class);
  private final KeyDerivation derivation = new KeyDerivation();

  /**
   * A check on these engines.
   *
   * @param engines makes a new engine for a suite
   */
  public VectorCheck(Function<Suite, SuiteEngine> engines) {
    this.engines = engines;
  }

  /**
   * A vector that did not come out right.
   *
   * @param index its place in the file, from 0
   * @param differences one phrase each
   */
  public record Failure(int index, List<String> differences) {}

  /** Result of checking one file. */
  public record Outcome(Path file, int passed, List<Failure> failures) {}

  /**
   * Checks all vectors of a file.
   *
   * @throws VectorFileException if the file cannot be used
   */
  public Outcome check(Path file) throws VectorFileException {
    List<Vector> vectors = VectorFile.read(file);
    List<Failure> failures = new ArrayList<>();
    for (Vector vector : vectors) {
      List<String> differences = differences(vector);
      if (!differences.isEmpty()) {
        failures.add(new Failure(vector.index(), differences));
      }
    }
    return new Outcome(file, vectors.size() - failures.size(), List.copyOf(failures));
  }

  /**
   * Checks one vector.
   *
   * @return the differences, one phrase each; nothing if it came out right
   */
  public List<String> differences(Vector vector) {
    Vector.Inputs inputs = vector.inputs();
    Suite suite = Suite.ofId(inputs.suite());
    if (suite == null) {
      return List.of("suite: PROTOCOL §3 has none with number " + inputs.suite());
    }
    List<String> differences = new ArrayList<>();
    if (inputs.suiteName() != null && !inputs.suiteName().equals(suite.protocolName())) {
      differences.add("suiteName: suite " + inputs.suite() + " is " + suite.protocolName());
    }
    SessionParameters parameters = parameters(suite, inputs);
    Vector.Expected expected = vector.expected();
    compare("kdfContext", KdfContext.encode(parameters), expected.kdfContext(), differences);
    SessionKey key = derivation.derive(parameters, inputs.kci());
    compare("kHmac", key.macKey(), expected.kHmac(), differences);
    compare("kEncrypt", key.cipherKey(), expected.kEncrypt(), differences);
    packets
        .computeIfAbsent(suite, absent -> new VectorPacket(engines.apply(absent)))
        .check(vector, parameters, key, differences);
    return differences;
  }

  private static SessionParameters parameters(Suite suite, Vector.Inputs inputs) {
    return new SessionParameters(
        suite,
        inputs.domain(),
        inputs.epoch(),
        inputs.sst(),
        inputs.set(),
        inputs.session(),
        inputs.user(),
        inputs.codeDigest(),
        Grant.ofBits(inputs.grant()),
        inputs.source(),
        inputs.destination());
  }

  static void compare(String name, byte[] built, String hex, List<String> differences) {
    byte[] given = HexFormat.of().parseHex(hex);
    int at = Arrays.mismatch(built, given);
    if (at < 0) {
      return;
    }
    boolean shorter = at == built.length || at == given.length;
    differences.add(
        shorter
            ? name + ": " + given.length + " bytes given, " + built.length + " built"
            : name + ": differs from byte " + at);
  }
}
