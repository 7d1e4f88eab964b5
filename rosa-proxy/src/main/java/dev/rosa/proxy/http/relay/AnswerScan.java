package dev.rosa.proxy.http.relay;

import java.util.function.IntPredicate;

/** Scan that a rule asks for. Called by several threads. */
public interface AnswerScan {

  /** Obstacle to a scan. */
  enum Obstacle {
    /** The answer is larger than what is scanned. */
    LARGER,
    /** It is a part of a file. */
    PART,
    /** There is no memory left to hold it. */
    NO_ROOM
  }

  /**
   * Answer to be scanned.
   *
   * @param request line of the request and its host, as a head
   * @param head of the answer, without what is for the next hop alone
   * @param body memory of it
   * @param bodyBytes how much of the memory it is
   * @param room tells whether there is memory for so many bytes of another body, in all
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over once, never compared.
  record Content(byte[] request, byte[] head, byte[] body, int bodyBytes, IntPredicate room) {}

  /** Most bytes of a body that are scanned. */
  int mostBytes();

  /** Scans an answer; waits for that. */
  ScanResult scan(Content content);

  /** What happens to an answer that cannot be scanned. */
  ScanResult unscanned(Obstacle obstacle);
}
