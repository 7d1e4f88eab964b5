package dev.rosa.bundle.admission;

import java.util.Objects;

/**
 * Reason for which a bundle is refused, and its place.
 *
 * @param type the class as source code writes it; empty: it concerns the bundle as a whole
 * @param method the method's name; empty: none
 * @param file the source file; empty: not known
 * @param line in the source file; 0: not known
 * @param reason a predicate, e.g. {@code uses java.lang.System.nanoTime(), which …}, of the place
 *     if there is one
 * @param instead advice for the author; empty: there is none
 */
public record Finding(
    String type, String method, String file, int line, String reason, String instead) {

  /** Refuses nulls. */
  public Finding {
    Objects.requireNonNull(type);
    Objects.requireNonNull(method);
    Objects.requireNonNull(file);
    Objects.requireNonNull(reason);
    Objects.requireNonNull(instead);
  }

  /** A finding about the bundle as a whole. */
  public static Finding ofBundle(String reason, String instead) {
    return new Finding("", "", "", 0, reason, instead);
  }

  /** Place, for instance {@code net.example.Marker.onPacket (Marker.java:12)}; may be empty. */
  public String place() {
    if (type.isEmpty()) {
      return "";
    }
    if (method.isEmpty()) {
      return file.isEmpty() ? type : "%s (%s)".formatted(type, file);
    }
    String source = file.isEmpty() ? "source file unknown" : file;
    String where = line == 0 ? source + ", line unknown" : source + ":" + line;
    return "%s.%s (%s)".formatted(type, method, where);
  }

  /** Place, reason and advice in one line. */
  public String text() {
    String start = type.isEmpty() ? reason : place() + " " + reason;
    return instead.isEmpty() ? start : start + "; " + instead;
  }
}
