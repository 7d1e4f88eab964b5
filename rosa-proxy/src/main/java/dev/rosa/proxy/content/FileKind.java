package dev.rosa.proxy.content;

import dev.rosa.proxy.stream.AsciiBytes;
import java.util.HexFormat;
import java.util.Locale;

/** Kind of a file, by magic numbers in its first bytes. */
public enum FileKind {
  /** Windows and DOS programs and libraries. */
  EXE("4d5a"),
  /** Programs and libraries of Linux and other Unix systems. */
  ELF("7f454c46"),
  /** Programs of macOS; the same number begins a class file. */
  MACHO("feedface", "feedfacf", "cefaedfe", "cffaedfe"),
  /** Java classes, that is applets; universal programs of macOS, too. */
  CLASS("cafebabe"),
  /**
   * Java archives, and all else in ZIP's format, such as new Office files and Android's packages.
   */
  ZIP("504b0304", "504b0506", "504b0708"),
  RAR("526172211a07"),
  SEVENZIP("377abcaf271c"),
  GZIP("1f8b"),
  XZ("fd377a585a00"),
  BZIP2("425a68"),
  CAB("4d534346"),
  /** Old Office files, and installers of Windows. */
  OLE("d0cf11e0a1b11ae1"),
  PDF("255044462d"),
  /** Scripts that name their interpreter. */
  SCRIPT("2321"),
  FLASH("465753", "435753", "5a5753"),
  WASM("0061736d"),
  DEX("6465780a"),
  SHORTCUT("4c000000011402"),
  PNG("89504e470d0a1a0a"),
  JPEG("ffd8ff"),
  GIF("47494638"),
  /** Video and sound in MP4's family: the mark follows 4 bytes of length. */
  MP4("????????66747970"),
  OGG("4f676753"),
  WEBM("1a45dfa3"),
  MP3("494433"),
  /** A piece of a file, of any kind, whose first bytes are in another answer. */
  PART;

  /** Most bytes of a body that are looked at. */
  public static final int LOOKED_AT = 4096;

  @SuppressWarnings("ImmutableEnumChecker") // Written once, by the constructor.
  private final byte[][] marks;

  private final int offset;
  private final String label = name().toLowerCase(Locale.ROOT);

  FileKind(String... hex) {
    offset = hex.length > 0 && hex[0].startsWith("????????") ? Integer.BYTES : 0;
    marks = new byte[hex.length][];
    for (int i = 0; i < hex.length; i++) {
      marks[i] = HexFormat.of().parseHex(hex[i].replace("?", ""));
    }
  }

  /** Its word in configurations. */
  public String label() {
    return label;
  }

  /** The kind of a word; null if it is none. */
  public static FileKind ofLabel(String label) {
    for (FileKind kind : values()) {
      if (kind.label.equals(label)) {
        return kind;
      }
    }
    return null;
  }

  private boolean isOf(byte[] body, int begin, int end) {
    for (byte[] mark : marks) {
      int from = begin + offset;
      if (from + mark.length <= end && AsciiBytes.same(body, from, from + mark.length, mark)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Kinds of the first bytes of a body. Blanks and a byte order mark before a mark do not hide it.
   *
   * @param length bytes that there are; those behind {@value #LOOKED_AT} do not count
   * @return a bit for each kind, by its ordinal
   */
  public static long of(byte[] body, int length) {
    int end = Math.min(length, LOOKED_AT);
    int begin = skipped(body, end);
    long kinds = 0;
    for (FileKind kind : ALL) {
      if (kind.isOf(body, 0, end) || kind.isOf(body, begin, end)) {
        kinds |= 1L << kind.ordinal();
      }
    }
    return kinds;
  }

  private static final FileKind[] ALL = values();

  private static int skipped(byte[] body, int end) {
    boolean hasMark =
        end >= 3 && body[0] == (byte) 0xef && body[1] == (byte) 0xbb && body[2] == (byte) 0xbf;
    int at = hasMark ? 3 : 0;
    while (at < end && (body[at] == ' ' || (body[at] >= '\t' && body[at] <= '\r'))) {
      at++;
    }
    return at;
  }
}
