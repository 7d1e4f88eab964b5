package dev.rosa.bundle.admission;

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

  private static final int MOST_CHARACTERS = 500;

  /** Makes all texts printable, as they come from the bundle. */
  public Finding {
    type = PrintableText.line(type, MOST_CHARACTERS);
    method = PrintableText.line(method, MOST_CHARACTERS);
    file = PrintableText.line(file, MOST_CHARACTERS);
    reason = PrintableText.line(reason, MOST_CHARACTERS);
    instead = PrintableText.line(instead, MOST_CHARACTERS);
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
