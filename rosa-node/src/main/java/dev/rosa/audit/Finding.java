package dev.rosa.audit;

/**
 * Deviation of an exported audit log from what the log signed, in one line.
 *
 * @param row the row that it is about; -1: none, or all of them
 * @param text one line
 */
public record Finding(long row, String text) {

  static Finding ofExport(String text) {
    return new Finding(-1, text);
  }

  @Override
  public String toString() {
    return row < 0 ? text : "row " + row + ": " + text;
  }
}
