package dev.rosa.proxy.cache;

import dev.rosa.kernel.bpf.BpfMap.Shape;

/** Forms of the maps that the program and the daemon share, as offsets in bytes. Stateless. */
final class CacheLayout {

  /** The longest request that the program reads. It has fewer fields than the daemon takes. */
  static final int HEAD_BYTES = 960;

  /** The shortest one that it looks at. */
  static final int LEAST_HEAD_BYTES = 16;

  /** Key of a connection: client, server, both ports, IP version; IPv4 is mapped into IPv6. */
  static final int FLOW_CLIENT = 0;

  static final int FLOW_SERVER = 16;
  static final int FLOW_PORTS = 32;
  static final int FLOW_SERVER_PORT = 34;
  static final int FLOW_VERSION = 36;
  static final int FLOW_KEY_BYTES = 40;

  /**
   * A connection: the next sequence number above its state; the client's last acknowledgement; by
   * how much the next one may be beyond it; requests that passed; the last one and its length.
   */
  static final int FLOW_WORD = 0;

  static final int FLOW_ACKNOWLEDGED = 8;
  static final int FLOW_LIMIT = 12;
  static final int FLOW_HITS = 16;
  static final int FLOW_LENGTH = 20;
  static final int FLOW_HEAD = 24;
  static final int FLOW_BYTES = FLOW_HEAD + HEAD_BYTES;

  /** Most requests that pass before a worker sees the connection: its numbers must not wrap. */
  static final int MOST_HITS = 1024;

  /** State of a connection: its next request may pass; the last one is being written down. */
  static final int ARMED = 1;

  static final int BUSY = 2;

  /** A client: its class, the generation of that, and when a request of it passed last. */
  static final int CLIENT_KEY_BYTES = 16;

  static final int CLIENT_CLASS = 0;
  static final int CLIENT_GENERATION = 4;
  static final int CLIENT_SEEN = 8;
  static final int CLIENT_BYTES = 16;

  /** What holds for all: until when anything may pass, and which generation of verdicts. */
  static final int CONTROL_UNTIL = 0;

  static final int CONTROL_GENERATION = 8;
  static final int CONTROL_BYTES = 16;

  /** Key of a verdict: class, server and its port, and the text, with zeros behind it. */
  static final int VERDICT_CLASS = 0;

  static final int VERDICT_PORT = 4;
  static final int VERDICT_SERVER = 8;
  static final int VERDICT_TEXT = 24;
  static final int VERDICT_KEY_BYTES = 256;
  static final int TEXT_BYTES = VERDICT_KEY_BYTES - VERDICT_TEXT;

  /** A verdict is the generation in which it holds. */
  static final int VERDICT_BYTES = 8;

  /** A processor's memory: a verdict's key with room behind it, numbers, and the request. */
  static final int SCRATCH_STATE = 488;

  static final int SCRATCH_LENGTH = 496;

  static final int SCRATCH_HEAD = 512;

  /** An address behind the last byte must be in it, too, see {@link CacheProgram}. */
  static final int SCRATCH_BYTES = SCRATCH_HEAD + HEAD_BYTES + Long.BYTES;

  static final Shape FLOWS = new Shape("rosa_flows", FLOW_KEY_BYTES, FLOW_BYTES);
  static final Shape CLIENTS = new Shape("rosa_clients", CLIENT_KEY_BYTES, CLIENT_BYTES);
  static final Shape VERDICTS = new Shape("rosa_verdicts", VERDICT_KEY_BYTES, VERDICT_BYTES);
  static final Shape CONTROL = Shape.array("rosa_control", CONTROL_BYTES);
  static final Shape COUNTS = Shape.array("rosa_counts", CacheCount.values().length * Long.BYTES);
  static final Shape SCRATCH = Shape.array("rosa_scratch", SCRATCH_BYTES);
  static final Shape TABLE = Shape.array("rosa_heads", HeadTable.BYTES);

  private CacheLayout() {}
}
