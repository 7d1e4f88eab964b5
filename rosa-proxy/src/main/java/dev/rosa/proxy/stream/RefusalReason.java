package dev.rosa.proxy.stream;

import java.util.Locale;

/** Reason why the proxy does not let bytes of a client or server pass; each has a counter. */
public enum RefusalReason {
  /** A piece of an IP packet: ports and order of its bytes are not known. */
  FRAGMENT(false),
  /** Headers of IP or TCP that contradict themselves, or extension headers. */
  BAD_HEADER(false),
  /** The checksum of IP or TCP is wrong: the server would drop the segment. */
  BAD_CHECKSUM(false),
  /** Bytes before this segment are missing; TCP repeats both. */
  HOLE(false),
  /** A repeated segment has other bytes, or another end, than the one that was judged. */
  REPEAT_CHANGED(false),
  /** A repeated segment is older than what is kept for the comparison. */
  REPEAT_TOO_OLD(false),
  /** A repeated segment of bytes that wait for their verdict. */
  REPEAT_OF_HELD(false),
  /** Bytes after the sender has said that it ends. */
  AFTER_END(false),
  /** A number that is not the next one, in a reset or before the first bytes. */
  WRONG_NUMBER(false),
  /** Urgent data: operating systems take it out of the stream or not. */
  URGENT_DATA(true),
  /** Bytes in the packet that asks for the connection. */
  DATA_ON_SYN(true),
  /** A head or line that is longer than what is held. */
  HEAD_TOO_LONG(true),
  /** A head that is not complete in time. */
  HEAD_TOO_SLOW(true),
  /** There is no room to hold another incomplete head. */
  NO_ROOM(true),
  /** Servers may read it in different ways. */
  AMBIGUOUS(true),
  /** A change of the protocol that no rule allows. */
  UPGRADE(true),
  /** The user has logged out, or the login has ended. */
  LOGGED_OUT(true),
  /** A packet of a connection whose beginning was not seen. */
  UNKNOWN_CONNECTION(false),
  /** A rule refuses it. */
  RULE(true),
  /** A rule refuses what the server sends. */
  CONTENT(true),
  /** The service of a scan has found something. */
  INFECTED(true),
  /** A rule asks for a scan, and there is no verdict. */
  NOT_SCANNED(true),
  /** A command that is not of the protocol. */
  BAD_COMMAND(true),
  /** FTP: an address that is not one of the connection's two ends. */
  FOREIGN_ADDRESS(true),
  /** FTP: a port below 1024. */
  LOW_PORT(true),
  /** FTP: an option of TELNET in a command. */
  TELNET_IN_FTP(true),
  /** TELNET: an option that is not on the list. */
  OPTION(true),
  /** TELNET: a value of the environment that changes what a login does. */
  ENVIRONMENT(true),
  /** TELNET: a subnegotiation that does not end. */
  SUBNEGOTIATION_TOO_LONG(true),
  /** TLS: the first message is no ClientHello. */
  NOT_TLS(true),
  /** TLS: no name of the server. */
  NO_NAME(true),
  /** TLS: an encrypted ClientHello. */
  ENCRYPTED_NAME(true);

  private final boolean endsConnection;
  private final String counter = "refused_" + name().toLowerCase(Locale.ROOT);

  RefusalReason(boolean endsConnection) {
    this.endsConnection = endsConnection;
  }

  /** True if the connection ends; false if only the segment is dropped, and TCP may repair it. */
  public boolean endsConnection() {
    return endsConnection;
  }

  /** Name of its counter. */
  public String counter() {
    return counter;
  }
}
