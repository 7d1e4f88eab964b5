package dev.rosa.router.session;

import dev.rosa.keys.CodeDigest;
import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.RosaHeader;
import java.nio.ByteBuffer;

/**
 * Input of a session's key, the 115 bytes of {@link dev.rosa.keys.KdfContext}, as {@code long[15]}:
 * read straight from the packet and compared word by word. Every byte of the context is in one of
 * the words, so words are equal exactly when contexts are. Stateless.
 */
final class ContextWords {

  /** Words of a context. */
  static final int COUNT = 15;

  /** The session. */
  static final int SESSION = 0;

  /** U, in two words. */
  static final int USER = 1;

  /** The code's digest, in four words. */
  static final int CODE = 3;

  private static final int CODE_WORDS = CodeDigest.BYTES / Long.BYTES;
  private static final int GRANT = CODE + CODE_WORDS;
  private static final int SOURCE = 8;
  private static final int DESTINATION = 10;

  /** Domain in the upper half, epoch in the lower. */
  static final int DOMAIN_AND_EPOCH = 12;

  private static final int SST_AND_SET = 13;
  private static final int VERSION_SUITE_AND_FAMILY = 14;

  /** Prefix of an IPv4 address that is written as an IPv6 one. */
  private static final long MAPPED = 0xffffL << Integer.SIZE;

  private static final long SPREAD = 0x9e37_79b9_7f4a_7c15L;

  private ContextWords() {}

  /**
   * Writes the context of a packet to {@code words[at]} and behind.
   *
   * @param code the full digest behind the packet's Ci
   */
  static void read(ActivePacket packet, CodeDigest code, long[] words, int at) {
    ByteBuffer memory = packet.memory();
    int header = packet.headerOffset();
    words[at + SESSION] = packet.session();
    words[at + USER] = packet.userHigh();
    words[at + USER + 1] = packet.userLow();
    for (int i = 0; i < CODE_WORDS; i++) {
      words[at + CODE + i] = code.word(i);
    }
    words[at + GRANT] = packet.grantBits();
    readAddress(packet, packet.sourceOffset(), words, at + SOURCE);
    readAddress(packet, packet.destinationOffset(), words, at + DESTINATION);
    words[at + DOMAIN_AND_EPOCH] = memory.getLong(header + RosaHeader.DOMAIN_OFFSET);
    words[at + SST_AND_SET] = memory.getLong(header + RosaHeader.SST_OFFSET);
    long versionAndSuite = memory.getShort(header + RosaHeader.VERSION_OFFSET) & 0xffffL;
    words[at + VERSION_SUITE_AND_FAMILY] =
        (versionAndSuite << Byte.SIZE) | (packet.isIpv4() ? 4 : 6);
  }

  private static void readAddress(ActivePacket packet, int offset, long[] words, int at) {
    ByteBuffer memory = packet.memory();
    if (packet.isIpv4()) {
      words[at] = 0;
      words[at + 1] = MAPPED | Integer.toUnsignedLong(memory.getInt(offset));
    } else {
      words[at] = memory.getLong(offset);
      words[at + 1] = memory.getLong(offset + Long.BYTES);
    }
  }

  /** True if two contexts are equal in everything; takes constant time. */
  static boolean areEqual(long[] one, int atOne, long[] other, int atOther) {
    long difference = 0;
    for (int i = 0; i < COUNT; i++) {
      difference |= one[atOne + i] ^ other[atOther + i];
    }
    return difference == 0;
  }

  /** The grant's bits. */
  static long grantBits(long[] words, int at) {
    return words[at + GRANT];
  }

  /** SST, Unix seconds. */
  static long sst(long[] words, int at) {
    return words[at + SST_AND_SET] >>> Integer.SIZE;
  }

  /** U in 32 bits, never 0; users are told apart by it where memory is short. */
  static int user(long[] words, int at) {
    long mixed = (words[at + USER] * SPREAD ^ words[at + USER + 1]) * SPREAD;
    int user = (int) (mixed >>> Integer.SIZE);
    return user == 0 ? 1 : user;
  }

  /** SET, Unix seconds. */
  static long set(long[] words, int at) {
    return words[at + SST_AND_SET] & 0xffff_ffffL;
  }
}
