package dev.rosa.proxy.http;

import dev.rosa.proxy.stream.AsciiBytes;
import java.io.ByteArrayOutputStream;

/**
 * Header fields of a head, as offsets into its bytes. Reused for all messages; nothing is
 * allocated. Owned by one thread.
 */
public final class HeaderFields {

  /** Most fields; fewer than the least that common servers take. */
  static final int MOST = 96;

  private static final int NAME_BEGIN = 0;
  private static final int NAME_END = 1;
  private static final int VALUE_BEGIN = 2;
  private static final int VALUE_END = 3;
  private static final int STEP = 4;

  private static final boolean[] TOKEN = new boolean[128];

  static {
    for (char c = '!'; c < 127; c++) {
      TOKEN[c] = "\"(),/:;<=>?@[\\]{}".indexOf(c) < 0;
    }
  }

  private final int[] places = new int[MOST * STEP];
  private byte[] bytes;
  private int count;

  /** True for the characters of names and methods (RFC 9110 §5.6.2). */
  static boolean isToken(byte b) {
    return b >= 0 && TOKEN[b];
  }

  /**
   * Reads the lines behind the first one.
   *
   * @param begin of the second line
   * @param end of the head, behind its empty line
   * @return null if each line is a field
   */
  public Ambiguity read(byte[] head, int begin, int end) {
    bytes = head;
    count = 0;
    int at = begin;
    while (at < end - 2) {
      if (count == MOST) {
        return Ambiguity.TOO_MANY_FIELDS;
      }
      int lineEnd = at;
      while (head[lineEnd] != '\r') {
        lineEnd++;
      }
      Ambiguity wrong = readField(at, lineEnd);
      if (wrong != null) {
        return wrong;
      }
      at = lineEnd + 2;
    }
    return null;
  }

  private Ambiguity readField(int begin, int end) {
    int colon = begin;
    while (colon < end && isToken(bytes[colon])) {
      colon++;
    }
    if (colon < end && colon > begin && (bytes[colon] == ' ' || bytes[colon] == '\t')) {
      return Ambiguity.SPACE_BEFORE_COLON;
    }
    if (colon == begin || colon == end || bytes[colon] != ':') {
      return Ambiguity.BAD_FIELD_NAME;
    }
    int valueBegin = colon + 1;
    while (valueBegin < end && isBlank(bytes[valueBegin])) {
      valueBegin++;
    }
    int valueEnd = end;
    while (valueEnd > valueBegin && isBlank(bytes[valueEnd - 1])) {
      valueEnd--;
    }
    int place = count++ * STEP;
    places[place + NAME_BEGIN] = begin;
    places[place + NAME_END] = colon;
    places[place + VALUE_BEGIN] = valueBegin;
    places[place + VALUE_END] = valueEnd;
    return null;
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t';
  }

  /** How many there are. */
  public int count() {
    return count;
  }

  /** Index of the first field of a name from an index on; -1 if there is none. */
  public int find(byte[] lowerName, int from) {
    for (int i = from; i < count; i++) {
      int place = i * STEP;
      if (AsciiBytes.sameIgnoringCase(
          bytes, places[place + NAME_BEGIN], places[place + NAME_END], lowerName)) {
        return i;
      }
    }
    return -1;
  }

  int nameBegin(int index) {
    return places[index * STEP + NAME_BEGIN];
  }

  int nameEnd(int index) {
    return places[index * STEP + NAME_END];
  }

  /** Offset of a value, without blanks around it. */
  public int valueBegin(int index) {
    return places[index * STEP + VALUE_BEGIN];
  }

  /** Offset behind a value. */
  public int valueEnd(int index) {
    return places[index * STEP + VALUE_END];
  }

  /** The value of the first field of a name; empty if there is none. Makes a string. */
  public String text(byte[] lowerName) {
    int index = find(lowerName, 0);
    return index < 0 ? "" : AsciiBytes.text(bytes, valueBegin(index), valueEnd(index));
  }

  /**
   * A copy of the head without the fields of some names.
   *
   * @param length of the head, with its empty line
   */
  public byte[] headWithout(int length, byte[]... lowerNames) {
    ByteArrayOutputStream copy = new ByteArrayOutputStream(length);
    copy.write(bytes, 0, count == 0 ? length - 2 : nameBegin(0));
    for (int i = 0; i < count; i++) {
      int end = i + 1 < count ? nameBegin(i + 1) : length - 2;
      if (!isOneOf(i, lowerNames)) {
        copy.write(bytes, nameBegin(i), end - nameBegin(i));
      }
    }
    copy.write(bytes, length - 2, 2);
    return copy.toByteArray();
  }

  private boolean isOneOf(int index, byte[]... lowerNames) {
    for (byte[] name : lowerNames) {
      if (AsciiBytes.sameIgnoringCase(bytes, nameBegin(index), nameEnd(index), name)) {
        return true;
      }
    }
    return false;
  }

  /** Tells whether a comma-separated value has a word, in any case. */
  public boolean hasWord(int index, byte[] lowerWord) {
    int end = valueEnd(index);
    int begin = valueBegin(index);
    for (int at = begin; at <= end; at++) {
      if (at == end || bytes[at] == ',') {
        if (isWord(begin, at, lowerWord)) {
          return true;
        }
        begin = at + 1;
      }
    }
    return false;
  }

  private boolean isWord(int from, int to, byte[] lowerWord) {
    int begin = from;
    int end = to;
    while (begin < end && isBlank(bytes[begin])) {
      begin++;
    }
    while (end > begin && isBlank(bytes[end - 1])) {
      end--;
    }
    return AsciiBytes.sameIgnoringCase(bytes, begin, end, lowerWord);
  }
}
