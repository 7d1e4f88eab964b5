package dev.rosa.wire.active;

/**
 * Offsets of the fields of ROSA's header, with which an active packet's UDP payload begins
 * (PROTOCOL §1). All are big-endian and unsigned; the nonce, if the suite has one, and the payload
 * follow at {@link #BYTES}.
 */
public final class RosaHeader {

  /** Bytes of header in front of nonce and payload. */
  public static final int BYTES = 80;

  /** IANA's port for active networks. */
  public static final int UDP_PORT = 3322;

  /** The first two bytes, "RO". */
  public static final int MAGIC = 0x524f;

  /** The version that this implementation speaks. */
  public static final int VERSION = 1;

  /** Two bytes: {@link #MAGIC}. */
  public static final int MAGIC_OFFSET = 0;

  /** One byte: {@link #VERSION}. */
  public static final int VERSION_OFFSET = 2;

  /** One byte: {@link Suite#id()}. */
  public static final int SUITE_OFFSET = 3;

  /** Two bytes: the application's port at the Destination. */
  public static final int SERVICE_PORT_OFFSET = 4;

  /** Two bytes: payload without nonce and tag. */
  public static final int PAYLOAD_LENGTH_OFFSET = 6;

  /** Four bytes: the security domain. */
  public static final int DOMAIN_OFFSET = 8;

  /** Four bytes: which Kci. */
  public static final int EPOCH_OFFSET = 12;

  /** Four bytes: service start time, Unix seconds. */
  public static final int SST_OFFSET = 16;

  /** Four bytes: service end time, Unix seconds. */
  public static final int SET_OFFSET = 20;

  /** Eight bytes: the session, never 0. */
  public static final int SESSION_OFFSET = 24;

  /** Sixteen bytes: U. */
  public static final int USER_OFFSET = 32;

  /** Sixteen bytes: Ci. */
  public static final int CODE_OFFSET = 48;

  /** Eight bytes: {@link Grant}. */
  public static final int GRANT_OFFSET = 64;

  /** Eight bytes: 1, 2, 3 … within the session. */
  public static final int SEQUENCE_OFFSET = 72;

  private RosaHeader() {}
}
