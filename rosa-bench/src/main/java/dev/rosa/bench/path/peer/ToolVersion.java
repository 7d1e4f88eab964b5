package dev.rosa.bench.path.peer;

import dev.rosa.bench.namespace.Shell;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A tool that builds a peer, and the least version of it that can. Immutable.
 *
 * @param tool its program; says its version with {@code --version}
 */
record ToolVersion(String tool, int major, int minor) {

  private static final Pattern NUMBERS = Pattern.compile("(\\d+)\\.(\\d+)\\S*");

  /** Reason why it cannot build here, as part of a sentence; empty if there is none. */
  String obstacle() {
    if (!Shell.has(tool)) {
      return "needs " + tool + " to be built";
    }
    try {
      return obstacle(Shell.run(tool, "--version"));
    } catch (IOException e) {
      return "needs " + tool + " to be built: " + e.getMessage();
    }
  }

  /** The same for a tool that says this of itself. */
  String obstacle(String said) {
    Matcher numbers = NUMBERS.matcher(said);
    // A tool that does not tell its version may try.
    if (!numbers.find() || isEnough(numbers)) {
      return "";
    }
    return "needs %s %d.%d or newer to be built, found %s"
        .formatted(tool, major, minor, numbers.group());
  }

  private boolean isEnough(Matcher numbers) {
    int foundMajor = Integer.parseInt(numbers.group(1));
    return foundMajor > major
        || (foundMajor == major && Integer.parseInt(numbers.group(2)) >= minor);
  }
}
