package dev.rosa.nativecode;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Explanation of a dynamic linker's error message for an operator, with the remedy. Stateless. */
final class LinkFailure {

  private static final Pattern ABSENT =
      Pattern.compile(": (lib[^ :]+): cannot open shared object file");

  private LinkFailure() {}

  static String sentence(String name, Path directory, String linkerMessage) {
    String said = String.valueOf(linkerMessage);
    if (said.contains("failed to map segment")) {
      return "%s may not hold programs (mounted noexec?); name another directory with -D%s=DIRECTORY"
          .formatted(directory, NativeLibrary.DIRECTORY);
    }
    Matcher absent = ABSENT.matcher(said);
    if (absent.find()) {
      return absent.group(1) + " is not installed on this machine";
    }
    return "lib%s.so cannot be loaded: %s".formatted(name, said.replace('\n', ' '));
  }
}
