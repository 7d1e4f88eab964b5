package dev.rosa.proxy.http.relay;

/**
 * Result of a scan.
 *
 * @param fate what happens to the answer
 * @param text for the log, and of a refusal for the client
 * @param found whether the service has found something
 * @param head of the answer in its place, with the length of its body; null: none is in its place
 * @param body of that answer; null: none is in its place
 * @param page answer to the client if it is refused; null: it is not
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over once, never compared.
public record ScanResult(
    Fate fate, String text, boolean found, byte[] head, byte[] body, byte[] page) {

  /** What happens to an answer. */
  public enum Fate {
    PASS,
    REPLACE,
    REFUSE
  }

  /** The answer passes. */
  public static ScanResult pass(String text) {
    return new ScanResult(Fate.PASS, text, false, null, null, null);
  }

  /** Another answer takes its place. */
  public static ScanResult replace(String text, boolean found, byte[] head, byte[] body) {
    return new ScanResult(Fate.REPLACE, text, found, head, body, null);
  }

  /** The client gets a page instead. */
  public static ScanResult refuse(String text, byte[] page) {
    return new ScanResult(Fate.REFUSE, text, false, null, null, page);
  }
}
