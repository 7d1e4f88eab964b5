package dev.rosa.provider.check;

import dev.rosa.crypto.SuiteEngine;
import dev.rosa.vectors.Vector;
import dev.rosa.vectors.VectorCheck;
import dev.rosa.vectors.VectorFile;
import dev.rosa.vectors.VectorFileException;
import dev.rosa.wire.active.Suite;
import java.io.IOException;
import java.io.InputStream;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Known-answer test of an engine before it serves: packets to seal byte for byte, verify and open,
 * and forged ones to refuse. They are one of the vectors per suite, then those of {@link
 * RepeatedUse}.
 */
public final class KnownAnswer {

  private static final String FILE = "known-answers.json";
  private static final Map<Suite, Vector> VECTORS = read();

  private KnownAnswer() {}

  private static Map<Suite, Vector> read() {
    try (InputStream in = KnownAnswer.class.getResourceAsStream(FILE)) {
      Map<Suite, Vector> vectors = new EnumMap<>(Suite.class);
      for (Vector vector : VectorFile.parse(FILE, in.readAllBytes())) {
        vectors.put(Suite.ofId(vector.inputs().suite()), vector);
      }
      return vectors;
    } catch (IOException | VectorFileException e) {
      throw new IllegalStateException("the known answers cannot be read", e);
    }
  }

  /**
   * Tries an engine.
   *
   * @return its errors, one phrase each
   */
  public static List<String> errors(SuiteEngine engine) {
    List<String> differences =
        new VectorCheck(suite -> engine).differences(VECTORS.get(engine.suite()));
    return differences.isEmpty() ? RepeatedUse.error(engine).stream().toList() : differences;
  }
}
