package dev.rosa.proof;

import dev.rosa.vectors.Vector;
import dev.rosa.vectors.VectorCheck;
import dev.rosa.vectors.VectorFile;
import dev.rosa.vectors.VectorFileException;
import dev.rosa.wire.active.Suite;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** The project's own vectors, made by a program that shares no code with it. Stateless. */
final class KnownAnswers {

  private static final String FILE = "/vectors/rosa-v1.json";
  private static final int OF_EACH_SUITE = 10;

  private KnownAnswers() {}

  static void check(TestedProvider tested) {
    VectorCheck check = new VectorCheck(tested::engineFor);
    int checked = 0;
    for (Vector vector : vectors()) {
      if (tested.suites().contains(Suite.ofId(vector.inputs().suite()))) {
        List<String> differences = check.differences(vector);
        if (!differences.isEmpty()) {
          throw new AssertionError(
              "%s, vector %d: %s".formatted(tested.name(), vector.index(), differences));
        }
        checked++;
      }
    }
    if (checked != OF_EACH_SUITE * tested.suites().size()) {
      throw new AssertionError("only " + checked + " vectors were checked for " + tested.name());
    }
    CheckCounts.add("vectors of rosa-v1 reproduced", checked);
  }

  private static List<Vector> vectors() {
    try (InputStream in = KnownAnswers.class.getResourceAsStream(FILE)) {
      return VectorFile.parse(FILE, in.readAllBytes());
    } catch (IOException | VectorFileException e) {
      throw new IllegalStateException(e);
    }
  }
}
