package dev.rosa.bundle.admission;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Main section of a bundle's manifest as text. The JDK's reader takes the last of several values of
 * one attribute; another reader may take the first, so that a bundle would have two meanings.
 */
public final class ManifestText {

  /** The manifest's place in the jar. */
  public static final String FILE = "META-INF/MANIFEST.MF";

  private static final String PREFIX = "Rosa-";
  private static final int MOST_CHARACTERS = 500;

  private ManifestText() {}

  /**
   * Attributes by name, in any case.
   *
   * @param findings is told of each attribute that is there more than once
   */
  public static Map<String, String> attributes(byte[] manifest, Consumer<Finding> findings) {
    Map<String, String> attributes = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String line : mainSection(manifest)) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        String name = line.substring(0, colon);
        String value = line.substring(colon + 1).strip();
        String before = attributes.putIfAbsent(name, value);
        if (before != null) {
          findings.accept(twice(name, before, value));
        }
      }
    }
    return attributes;
  }

  /**
   * Those of the names that begin as ROSA's do and are none of them, as text that can be printed.
   *
   * @param known names of ROSA's
   */
  public static List<String> unknown(Collection<String> names, List<String> known) {
    return names.stream()
        .filter(name -> name.regionMatches(true, 0, PREFIX, 0, PREFIX.length()))
        .filter(name -> known.stream().noneMatch(name::equalsIgnoreCase))
        .map(name -> PrintableText.line(name, MOST_CHARACTERS))
        .toList();
  }

  private static Finding twice(String name, String one, String other) {
    return Finding.ofBundle(
        "%s has %s twice, '%s' and '%s'".formatted(FILE, name, one, other), "keep one of them");
  }

  /** The file up to its first empty line. */
  public static byte[] mainPart(byte[] manifest) {
    boolean isEmpty = true;
    for (int i = 0; i < manifest.length; i++) {
      boolean isEnd = manifest[i] == '\n' || manifest[i] == '\r';
      boolean isPair = manifest[i] == '\n' && i > 0 && manifest[i - 1] == '\r';
      if (isEnd && isEmpty && !isPair) {
        return Arrays.copyOf(manifest, i);
      }
      isEmpty = isEnd;
    }
    return manifest;
  }

  /** Its lines, continued ones in one piece. */
  private static List<String> mainSection(byte[] manifest) {
    List<String> lines = new ArrayList<>();
    StringBuilder open = new StringBuilder();
    for (String line : new String(manifest, StandardCharsets.UTF_8).split("\r\n|\n|\r", -1)) {
      if (line.isEmpty()) {
        break;
      }
      if (line.charAt(0) != ' ') {
        lines.add(open.toString());
        open.setLength(0);
      }
      open.append(line, line.charAt(0) == ' ' ? 1 : 0, line.length());
    }
    lines.add(open.toString());
    return lines;
  }
}
