package dev.rosa.bundle;

/**
 * Class, method and source line that the bundle verifier has reached, for its messages. Moved along
 * by the visitors of one thread.
 */
final class SourcePlace {

  private final String className;
  private final String fileName;
  private String method;
  private int line;

  SourcePlace(ClassOutline outline) {
    this.className = outline.sourceName();
    this.fileName = outline.sourceFile();
  }

  void inMethod(String name) {
    this.method = name;
    this.line = 0;
  }

  /** 0: not known. */
  void atLine(int number) {
    this.line = number;
  }

  void outsideMethods() {
    this.method = null;
    this.line = 0;
  }

  /** For instance {@code net.example.Marker.onPacket (Marker.java:12)}. */
  @Override
  public String toString() {
    String file = fileName == null ? "source file unknown" : fileName;
    if (method == null) {
      return className + " (" + file + ")";
    }
    String where = line == 0 ? file + ", line unknown" : file + ":" + line;
    return className + "." + method + " (" + where + ")";
  }
}
