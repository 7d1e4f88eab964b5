package dev.rosa.proxy.url;

import dev.rosa.proxy.stream.AsciiBytes;
import java.util.Arrays;

/**
 * Path and query of a URL in their normal form. In the path: percent signs only where they must be,
 * with capital digits; no steps such as {@code ..}, no empty folders, no parameters behind
 * semicolons. The query is left as it is. What servers differ on has no normal form. One object is
 * used again and again, without allocation. Owned by one thread.
 */
final class PathForm {

  /** Most bytes of path and query, which may grow by encoding. */
  static final int MOST = 3 * 8192;

  private static final byte[] HEX = AsciiBytes.of("0123456789ABCDEF");
  private static final int FIRST_SIZE = 1024;

  /** Characters that stand for themselves, beside letters and digits. */
  private static final boolean[] PLAIN = flags("-._~!$&'()*+,=:@");

  /** Characters that no browser sends, and servers read differently. */
  private static final boolean[] FORBIDDEN = flags("\"<>\\#");

  byte[] bytes = new byte[FIRST_SIZE];
  int pathLength;
  int length;

  private int segment;
  private boolean hasParameters;

  /** Servers differ on whether an empty folder is one that a step up leads out of. */
  private boolean hasEmptyFolder;

  private static boolean[] flags(String characters) {
    boolean[] flags = new boolean[256];
    characters.chars().forEach(c -> flags[c] = true);
    return flags;
  }

  /** Takes over another. */
  void copy(PathForm other) {
    bytes = Arrays.copyOf(other.bytes, Math.max(FIRST_SIZE, other.length));
    pathLength = other.pathLength;
    length = other.length;
  }

  UrlFault set(byte[] from, int begin, int end) {
    if (begin == end || from[begin] != '/') {
      return UrlFault.BAD_PATH;
    }
    if (3 * (end - begin) > MOST) {
      return UrlFault.TOO_LONG;
    }
    if (begin + 1 < end && from[begin + 1] == '/') {
      // Libraries that read URLs take the first folder for a host then.
      return UrlFault.EMPTY_FOLDER;
    }
    if (bytes.length <= 3 * (end - begin)) {
      bytes = new byte[MOST + 1];
    }
    length = 0;
    put('/');
    segment = 1;
    hasParameters = false;
    hasEmptyFolder = false;
    int query = begin;
    while (query < end && from[query] != '?') {
      query++;
    }
    UrlFault fault = setPath(from, begin + 1, query);
    return fault == null ? setQuery(from, query, end) : fault;
  }

  private UrlFault setPath(byte[] from, int begin, int end) {
    for (int at = begin; at < end; at++) {
      UrlFault fault = null;
      if (from[at] == '/') {
        fault = endSegment(true);
      } else if (from[at] == ';') {
        hasParameters = true;
      } else if (from[at] == '%') {
        fault = putDecoded(from, at, end);
        at += 2;
      } else {
        fault = putRaw(from[at]);
      }
      if (fault != null) {
        return fault;
      }
    }
    UrlFault fault = endSegment(false);
    pathLength = length;
    return fault;
  }

  private UrlFault putDecoded(byte[] from, int at, int end) {
    int high = at + 2 < end ? AsciiBytes.hexDigit(from[at + 1]) : -1;
    int low = at + 2 < end ? AsciiBytes.hexDigit(from[at + 2]) : -1;
    if (high < 0 || low < 0) {
      return UrlFault.BAD_PERCENT;
    }
    int value = high << 4 | low;
    if (value == '/' || value == '\\') {
      return UrlFault.ENCODED_SLASH;
    }
    if (value < ' ' || value == 0x7f) {
      return UrlFault.BAD_CHARACTER;
    }
    if (value == ';' && !hasParameters && !isName()) {
      // A gateway may decode it, and the server behind that finds parameters.
      return UrlFault.BAD_PARAMETERS;
    }
    putValue(value);
    return null;
  }

  private UrlFault putRaw(byte b) {
    int value = b & 0xff;
    if (value <= ' ' || value == 0x7f || FORBIDDEN[value]) {
      return UrlFault.BAD_CHARACTER;
    }
    putValue(value);
    return null;
  }

  private void putValue(int value) {
    if (hasParameters) {
      return;
    }
    boolean isAlphanumeric =
        value < 0x80 && (AsciiBytes.isLetter((byte) value) || AsciiBytes.isDigit((byte) value));
    if (isAlphanumeric || PLAIN[value]) {
      put(value);
    } else {
      put('%');
      put(HEX[value >>> 4]);
      put(HEX[value & 0xf]);
    }
  }

  private UrlFault endSegment(boolean goesOn) {
    boolean isEmpty = length == segment;
    if (hasParameters && !isName() && (goesOn || !isEmpty)) {
      return UrlFault.BAD_PARAMETERS;
    }
    hasParameters = false;
    hasEmptyFolder |= isEmpty && goesOn;
    if (isUp()) {
      return stepUp();
    }
    if (isHere()) {
      length = segment;
    } else if (goesOn && !isEmpty) {
      put('/');
    }
    segment = length;
    return null;
  }

  private UrlFault stepUp() {
    if (hasEmptyFolder) {
      return UrlFault.EMPTY_FOLDER;
    }
    if (segment == 1) {
      return UrlFault.ABOVE_ROOT;
    }
    length = beginOfParent();
    segment = length;
    return null;
  }

  /** True if what there is of the segment names a file or folder, and is no step. */
  private boolean isName() {
    return length > segment && !isHere() && !isUp();
  }

  private boolean isHere() {
    return length - segment == 1 && bytes[segment] == '.';
  }

  private boolean isUp() {
    return length - segment == 2 && bytes[segment] == '.' && bytes[segment + 1] == '.';
  }

  private int beginOfParent() {
    int at = segment - 1;
    while (bytes[at - 1] != '/') {
      at--;
    }
    return at;
  }

  private UrlFault setQuery(byte[] from, int begin, int end) {
    for (int at = begin; at < end; at++) {
      int value = from[at] & 0xff;
      if (value <= ' ' || value >= 0x7f || FORBIDDEN[value]) {
        return UrlFault.BAD_CHARACTER;
      }
      put(value);
    }
    return null;
  }

  private void put(int value) {
    bytes[length++] = (byte) value;
  }
}
