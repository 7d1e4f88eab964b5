package dev.rosa.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Warnings of a JVM with {@code -Xcheck:jni}, each with the native method that it is about, but for
 * those of other libraries. Two threads may print at once: a warning may stand within the frames of
 * another one. Stateless.
 */
final class JniWarnings {

  /** Native methods of other libraries that the JVM warns of; ROSA's are not among them. */
  private static final Set<String> OTHERS =
      Set.of("org.conscrypt.NativeCrypto.getDirectBufferAddress");

  private static final String FRAME = "\tat ";
  private static final String OURS = FRAME + "dev.rosa.";
  private static final String NATIVE = "Native Method)";

  private JniWarnings() {}

  /** Those of an output; empty if there are none. */
  static List<String> in(String output) {
    List<String> lines = output.lines().toList();
    List<String> warnings = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.startsWith("WARNING") && line.contains("JNI")) {
        String method = nativeMethodBehind(lines, i);
        if (OTHERS.stream().noneMatch(other -> method.startsWith(FRAME + other))) {
          warnings.add(line + method);
        }
      } else if (line.startsWith(OURS) && line.endsWith(NATIVE)) {
        warnings.add("a warning of" + line);
      }
    }
    return warnings;
  }

  /** The first one: of two warnings that stand together it may be the other's. */
  private static String nativeMethodBehind(List<String> lines, int warning) {
    return lines.stream()
        .skip(warning + 1L)
        .filter(line -> line.startsWith(FRAME) && line.endsWith(NATIVE))
        .findFirst()
        .orElse("");
  }
}
