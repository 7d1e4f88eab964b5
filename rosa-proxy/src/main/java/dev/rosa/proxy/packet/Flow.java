package dev.rosa.proxy.packet;

import dev.rosa.proxy.connection.ProxiedConnection;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.url.Scheme;
import java.net.InetAddress;

/**
 * A connection in a worker's table: its ends, its state, and what the log wants to know. Owned by
 * one thread; numbers of counts may be read by others, who see them late.
 */
final class Flow {
  final long number;
  final Ends ends = new Ends();
  final InetAddress client;
  final InetAddress server;
  final Scheme scheme;
  final FlowJudge judge;
  final ProxiedConnection connection;
  final long beginMillis;

  /** Numbers of the links where client and server are; 0: not known yet. */
  int clientLink;

  int serverLink;
  int user;

  /** Times of {@link System#nanoTime}. */
  long seenNanos;

  long keptNanos;
  long endNanos;
  boolean isEnded;

  /** Sequence numbers that follow what was seen last, and how many bytes there were before. */
  int clientNext;

  int serverNext;
  long bytesToServer;
  long bytesToClient;
  long bytesSeen;

  /** Acknowledgement number of the client when its last request was let pass, or was refused. */
  int answeredTo;

  boolean isAnswerOwed;

  /** Why it was refused; null if it was not. */
  RefusalReason refusal;

  /** First of the packets that are held; −1: none. */
  int held = HeldPackets.NONE;

  Flow nextInBucket;

  Flow(long number, Ends ends, FlowJudge judge, long beginMillis) {
    this.number = number;
    this.ends.copy(ends);
    this.judge = judge;
    this.beginMillis = beginMillis;
    client = ends.client();
    server = ends.server();
    scheme = judge.scheme();
    user = judge.user();
    connection = judge.connection();
  }

  /** Notes that it is over; it stays for late packets until a time. */
  void end(long untilNanos) {
    if (!isEnded) {
      isEnded = true;
      endNanos = untilNanos;
    }
  }

  /**
   * Counts bytes by a client's packet: what it sends, and what it has received.
   *
   * @return the bytes that were not counted before
   */
  long count(int sequenceEnd, int acknowledgement, boolean isAcknowledgement) {
    long before = bytesToServer + bytesToClient;
    int sent = sequenceEnd - clientNext;
    if (sent > 0) {
      bytesToServer += sent;
      clientNext = sequenceEnd;
    }
    int received = acknowledgement - serverNext;
    if (isAcknowledgement && received > 0) {
      bytesToClient += received;
      serverNext = acknowledgement;
    }
    return bytesToServer + bytesToClient - before;
  }
}
