package dev.rosa.kernel.nft;

/** Numbers of messages and attributes, as in linux/netfilter/nf_tables.h. Stateless. */
final class NftMessage {

  static final int SUBSYSTEM = 10 << 8;
  static final byte NFPROTO_UNSPEC = 0;
  static final byte NFPROTO_NETDEV = 5;

  static final int NEW_TABLE = SUBSYSTEM;
  static final int GET_TABLE = SUBSYSTEM | 1;
  static final int DELETE_TABLE = SUBSYSTEM | 2;
  static final int NEW_CHAIN = SUBSYSTEM | 3;
  static final int GET_CHAIN = SUBSYSTEM | 4;
  static final int DELETE_CHAIN = SUBSYSTEM | 5;
  static final int NEW_RULE = SUBSYSTEM | 6;
  static final int GET_RULE = SUBSYSTEM | 7;
  static final int DELETE_RULE = SUBSYSTEM | 8;
  static final int NEW_SET = SUBSYSTEM | 9;
  static final int GET_SET = SUBSYSTEM | 10;
  static final int DELETE_SET = SUBSYSTEM | 11;
  static final int NEW_ELEMENTS = SUBSYSTEM | 12;
  static final int GET_ELEMENTS = SUBSYSTEM | 13;
  static final int DELETE_ELEMENTS = SUBSYSTEM | 14;
  static final int GET_GENERATION = SUBSYSTEM | 16;
  static final int NEW_OBJECT = SUBSYSTEM | 18;
  static final int GET_OBJECT = SUBSYSTEM | 19;

  /** Name of its table, in every message but that of tables, where it is the table's own. */
  static final int TABLE = 1;

  static final int TABLE_FLAGS = 2;
  static final int TABLE_USER_DATA = 6;
  static final int TABLE_OWNER = 7;

  /** The table is its maker's alone, and goes with the maker's socket. */
  static final int TABLE_FLAG_OWNED = 2;

  static final int CHAIN_NAME = 3;
  static final int CHAIN_HOOK = 4;
  static final int CHAIN_TYPE = 7;
  static final int HOOK_NUMBER = 1;
  static final int HOOK_PRIORITY = 2;
  static final int HOOK_DEVICE = 3;
  static final int HOOK_DEVICES = 4;
  static final int DEVICE = 1;

  static final int RULE_CHAIN = 2;
  static final int RULE_EXPRESSIONS = 4;

  static final int SET_NAME = 2;
  static final int SET_FLAGS = 3;
  static final int SET_KEY_TYPE = 4;
  static final int SET_KEY_BYTES = 5;
  static final int SET_DESCRIPTION = 9;
  static final int SET_ID = 10;
  static final int SET_EXPRESSION = 17;
  static final int SET_COUNT = 20;
  static final int DESCRIPTION_SIZE = 1;
  static final int SET_FLAG_ANONYMOUS = 1;
  static final int SET_FLAG_TIMEOUT = 0x10;

  static final int ELEMENTS_SET = 2;
  static final int ELEMENTS = 3;
  static final int ELEMENT_KEY = 1;
  static final int ELEMENT_TIMEOUT = 4;

  static final int OBJECT_NAME = 2;
  static final int OBJECT_TYPE = 3;
  static final int OBJECT_CONTENT = 4;
  static final int COUNTER = 1;
  static final int COUNTER_BYTES = 1;
  static final int COUNTER_PACKETS = 2;

  /** An item of any list. */
  static final int LIST_ITEM = 1;

  /** Bytes of a key or a constant. */
  static final int VALUE = 1;

  /** Type of a comment in the data that nft keeps with a table. */
  static final byte COMMENT = 0;

  private NftMessage() {}
}
