package dev.rosa.bundle;

import java.util.Arrays;
import org.objectweb.asm.ClassReader;

/**
 * Hash codes of a class's constants as ASM's writer makes them ({@code SymbolTable}): it looks for
 * the constant of each instruction among all that share a place of its table. Names, texts and
 * numbers can be chosen so that all of them share one. Stateless.
 */
final class ConstantHashes {

  /** Most constants at one place; those of compilers are fewer than twenty. */
  static final int MOST_AT_ONE_PLACE = 128;

  /** Places of the table, as it grows with the constants. */
  private static final int[] PLACES = {513, 1_027, 2_055, 4_111, 8_223, 16_447, 32_895};

  private static final int INTEGER = 3;
  private static final int FLOAT = 4;
  private static final int LONG = 5;
  private static final int DOUBLE = 6;
  private static final int CLASS = 7;
  private static final int STRING = 8;
  private static final int NAME_AND_TYPE = 12;

  private final ClassReader reader;
  private final char[] buffer;

  private ConstantHashes(ClassReader reader) {
    this.reader = reader;
    this.buffer = new char[reader.getMaxStringLength()];
  }

  /** At most so many constants of a class are at one place of any table that it may have. */
  static int mostAtOnePlace(ClassReader reader) {
    int[] hashes = new ConstantHashes(reader).all();
    if (hashes.length <= MOST_AT_ONE_PLACE) {
      return hashes.length;
    }
    int most = 0;
    for (int places : PLACES) {
      // A table has room for more than half as many as it has places.
      if (2 * places >= hashes.length) {
        int[] counts = new int[places];
        for (int hash : hashes) {
          most = Math.max(most, ++counts[hash % places]);
        }
      }
    }
    return most;
  }

  private int[] all() {
    int[] hashes = new int[reader.getItemCount()];
    int count = 0;
    for (int i = 1; i < reader.getItemCount(); i++) {
      int at = reader.getItem(i);
      // The second half of a long or double has no place of its own.
      int tag = at > 0 ? reader.readByte(at - 1) : 0;
      if (tag >= INTEGER && tag <= NAME_AND_TYPE) {
        hashes[count++] = (tag + hash(tag, at)) & Integer.MAX_VALUE;
      }
    }
    return Arrays.copyOf(hashes, count);
  }

  private int hash(int tag, int at) {
    return switch (tag) {
      case INTEGER, FLOAT -> reader.readInt(at);
      case LONG, DOUBLE -> reader.readInt(at) + reader.readInt(at + Integer.BYTES);
      case CLASS, STRING -> reader.readUTF8(at, buffer).hashCode();
      case NAME_AND_TYPE -> nameAndType(at);
      // Fields and methods.
      default ->
          reader.readClass(at, buffer).hashCode()
              * nameAndType(reader.getItem(reader.readUnsignedShort(at + Short.BYTES)));
    };
  }

  private int nameAndType(int at) {
    return reader.readUTF8(at, buffer).hashCode()
        * reader.readUTF8(at + Short.BYTES, buffer).hashCode();
  }
}
