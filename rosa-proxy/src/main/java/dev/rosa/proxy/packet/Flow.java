package dev.rosa.proxy.packet;

import dev.rosa.proxy.connection.ProxiedConnection;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.stream.TcpSegment;
import dev.rosa.proxy.syncookie.Cookies;
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
  boolean isForgotten;

  /** Sequence numbers of the client's and of the server's first byte. */
  int clientFirst;

  int serverFirst;

  /** True if the server's answer may be a SYN cookie, see {@link Openings}. */
  boolean mayBeCookie;

  /** Those that the server may take for these ends; null: it has sent none. */
  Cookies cookies;

  /** When the server has answered the handshake last. */
  long openedNanos;

  /** Sequence number that follows what the server has sent, as long as it is watched. */
  int serverSent;

  /** Number of the server's first byte by an earlier answer, if it has answered differently. */
  int earlierFirst;

  boolean hasTwoAnswers;

  /** Sequence numbers that follow what was seen last, and how many bytes there were before. */
  int clientNext;

  int serverNext;
  long bytesToServer;
  long bytesToClient;
  long bytesSeen;

  /** Acknowledgement number of the client when its last request was let pass, or was refused. */
  int answeredTo;

  boolean isAnswerOwed;

  /** Number behind the page that a refused client got; of use if it got one. */
  int pageEnd;

  /** True if a refused client got a reset in place of a page. */
  boolean isReset;

  /** True once the server has answered the handshake. */
  boolean isOpened;

  /** True once the client has shown that it hears the server: its address is no other's. */
  boolean isProven;

  /** Requests that have gone to the server. */
  int requests;

  /**
   * Sequence number behind the server's last answer, if it is known. It is the server's own: a
   * client may acknowledge what no server has sent.
   */
  int answersEnd;

  boolean knowsAnswersEnd;

  /** True while the server's packets come here behind an answer that was read as a whole. */
  boolean isEndWatched;

  /** Number of the server that the client has acknowledged with a number of its own. */
  int heardTo;

  /** Number behind the last segment that had the client's next number: no stranger knows that. */
  int clientEnd;

  /** True while it may be over: an end of it was seen that anybody may have sent. */
  boolean isDoubtful;

  /** When the server is asked next whether it knows the connection, and how long after the last. */
  long probeNanos;

  long probePause;

  /** Number of the reset by which a server says that it knows no such connection. */
  int probe;

  boolean isProbed;

  /** Why it was refused; null if it was not. */
  RefusalReason refusal;

  /** Packets of the client that are held. */
  final HeldPackets.Queue held;

  /** Packets whose bytes the client believes to have arrived, until the server has them. */
  final HeldPackets.Queue keptForServer;

  /** True while the client was told so of bytes up to a number that the server may not have. */
  boolean isAcknowledgedHere;

  int keptForServerTo;

  /** True since the server was asked what it has, until it has said that it has all. */
  boolean isServerAsked;

  /** When these packets are sent again, and how long after the last time. */
  long resendNanos;

  long resendPause;

  /** The same of packets whose bytes the server believes to have arrived, until a number. */
  final HeldPackets.Queue keptForClient;

  int keptForClientTo;

  /** True if packets of the client were lost while a head is not complete. */
  boolean isLossy;

  /** What its client has of the worker's room. */
  final ClientLimits.Share share;

  /** The answer that must be judged; null: none. */
  AwaitedAnswer answer;

  /** True while the kernel lets the client's bytes pass. */
  boolean isPassed;

  /** True while packets come here to tell what the server, or the client, has received. */
  boolean isReceiptAwaited;

  private boolean hasBegun;

  /** Sequence number that follows what the server was sent. */
  int forwardedTo;

  /** True while the kernel's cache may let requests pass; and if it ever might. */
  boolean isKernels;

  boolean wasKernels;

  /** When the kernel was given it. */
  long armedNanos;

  /** Requests that the kernel had let pass when that was looked at last. */
  int hitsSeen;

  Flow nextInBucket;

  /** Places in the queues of connections that give their room to others. */
  final FlowQueue.Place ofWorker = new FlowQueue.Place();

  final FlowQueue.Place ofClient = new FlowQueue.Place();

  Flow(long number, Ends ends, FlowJudge judge, ClientLimits.Share share, long beginMillis) {
    this.number = number;
    this.share = share;
    held = new HeldPackets.Queue(share, this);
    keptForServer = new HeldPackets.Queue(share, this);
    keptForClient = new HeldPackets.Queue(share, this);
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

  /** True while the server may send an answer that nothing has judged yet. */
  boolean isUnanswered() {
    return answer != null && !answer.isDecided;
  }

  /**
   * The end of an answer in chunks is not looked for any more: the kernel lets its rest pass with
   * the server's next packet.
   */
  void leaveAnswer(HeldPackets packets) {
    packets.drop(answer.held);
    answer.start.close();
    answer = null;
    knowsAnswersEnd = false;
    isReceiptAwaited = true;
  }

  /** Notes that a segment of the server goes to the client. */
  void sent(TcpSegment segment) {
    boolean isCounted = segment.payloadLength() > 0 || segment.isLast();
    int end = segment.sequence() + segment.payloadLength() + (segment.isLast() ? 1 : 0);
    if (isCounted && !segment.isReset() && end - serverSent > 0) {
      serverSent = end;
    }
  }

  /** True once bytes or the end of the client have gone to the server by way of the worker. */
  boolean hasBegun() {
    return hasBegun;
  }

  /** The client takes the server's earlier answer. */
  void takeEarlierAnswer() {
    int later = serverFirst;
    begin(earlierFirst);
    earlierFirst = later;
  }

  /**
   * The server has answered the handshake.
   *
   * @param first number of its first byte
   */
  void begin(int first) {
    serverFirst = first;
    serverNext = first;
    answersEnd = first;
    heardTo = first;
    serverSent = first;
    knowsAnswersEnd = true;
  }

  /** Notes that bytes up to a number have passed in the kernel. */
  void passedTo(int next) {
    hasBegun = true;
    forwardedTo = next;
  }

  /** Notes that a segment of the client goes to the server. */
  void forward(TcpSegment segment) {
    boolean isCounted = segment.payloadLength() > 0 || segment.isLast();
    int end = segment.sequence() + segment.payloadLength() + (segment.isLast() ? 1 : 0);
    hasBegun |= isCounted;
    if (isCounted && end - forwardedTo > 0) {
      forwardedTo = end;
    }
  }

  /** Forgets the packets that are held. */
  void dropHeld(HeldPackets packets) {
    packets.drop(held);
    packets.drop(keptForServer);
    packets.drop(keptForClient);
    isAcknowledgedHere = false;
    if (answer != null) {
      packets.drop(answer.held);
      answer.start.close();
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
