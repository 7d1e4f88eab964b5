package dev.rosa.bundle;

import dev.rosa.bundle.admission.PrintableText;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Strict reader of a bundle's jar, which refuses one whose central directory and local headers
 * disagree.
 *
 * <p>Stricter than {@code java.util.zip}: no prefix, comment, zip64, encryption, overlap or
 * duplicate, so that every tool sees the same entries in it. All sizes come from the central
 * directory and are summed against the limits before the first entry is inflated; an entry that
 * inflates to another size is refused.
 */
final class BundleArchive {

  private static final int END_SIGNATURE = 0x06054b50;
  private static final int CENTRAL_SIGNATURE = 0x02014b50;
  private static final int LOCAL_SIGNATURE = 0x04034b50;
  private static final int END_BYTES = 22;
  private static final int CENTRAL_BYTES = 46;
  private static final int LOCAL_BYTES = 30;
  private static final int STORED = 0;
  private static final int DEFLATED = 8;

  /** The local header leaves sizes and CRC to a descriptor behind the data. */
  private static final int DESCRIBED_BEHIND = 1 << 3;

  /** Only a data descriptor (bit 3), UTF-8 names (11) and the deflater's level (1, 2) are known. */
  private static final int KNOWN_FLAGS = DESCRIBED_BEHIND | (1 << 11) | (1 << 1) | (1 << 2);

  /** A file of the jar, as the central directory describes it. */
  private record Entry(String name, int method, int crc, int compressed, int size, int offset) {}

  private final ByteBuffer jar;
  private final BundleLimits limits;

  private BundleArchive(ByteBuffer jar, BundleLimits limits) {
    this.jar = jar;
    this.limits = limits;
  }

  /** The files of {@code jar} by name, in the order of its central directory. */
  static Map<String, byte[]> read(byte[] jar, BundleLimits limits) throws BundleException {
    if (jar.length > limits.bundleBytes()) {
      throw new BundleException(
          "the bundle has "
              + jar.length
              + " bytes, at most "
              + limits.bundleBytes()
              + " are taken");
    }
    try {
      ByteBuffer bytes = ByteBuffer.wrap(jar).order(ByteOrder.LITTLE_ENDIAN);
      return new BundleArchive(bytes, limits).files();
    } catch (IndexOutOfBoundsException e) {
      throw new BundleException("not a jar: an offset in it points outside", e);
    }
  }

  private Map<String, byte[]> files() throws BundleException {
    List<Entry> entries = entries();
    checkTotals(entries);
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (Entry entry : entries) {
      if (!entry.name.endsWith("/")) {
        files.put(entry.name, content(entry));
      }
    }
    return files;
  }

  private List<Entry> entries() throws BundleException {
    int end = jar.capacity() - END_BYTES;
    if (jar.capacity() == 0) {
      throw new BundleException("not a jar: the file is empty");
    }
    boolean begins = end >= 0 && jar.getInt(0) == LOCAL_SIGNATURE;
    if (begins && jar.getInt(end) != END_SIGNATURE) {
      throw new BundleException(
          "not a jar: it has no end; the file may have been cut, or have a comment or other bytes"
              + " behind it");
    }
    if (!begins) {
      throw new BundleException("not a jar (a zip file without prefix and comment was expected)");
    }
    int count = unsignedShort(end + 10);
    if (jar.getInt(end + 4) != 0
        || unsignedShort(end + 8) != count
        || jar.getShort(end + 20) != 0) {
      throw new BundleException("not a jar: its end record speaks of other parts or a comment");
    }
    if (count > limits.entries()) {
      throw new BundleException(
          "the bundle has " + count + " entries, at most " + limits.entries() + " are taken");
    }
    int position = size(end + 16, "the central directory's offset");
    List<Entry> entries = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      entries.add(entryAt(position));
      position += CENTRAL_BYTES + trailerBytes(position);
    }
    if (position != end) {
      throw new BundleException("not a jar: its central directory does not end where it says");
    }
    checkOrder(entries, size(end + 16, "the central directory's offset"));
    return entries;
  }

  private int trailerBytes(int position) {
    return unsignedShort(position + 28)
        + unsignedShort(position + 30)
        + unsignedShort(position + 32);
  }

  private Entry entryAt(int position) throws BundleException {
    if (jar.getInt(position) != CENTRAL_SIGNATURE) {
      throw new BundleException("not a jar: its central directory is damaged");
    }
    String name = name(position + CENTRAL_BYTES, unsignedShort(position + 28));
    int flags = unsignedShort(position + 8);
    if ((flags & ~KNOWN_FLAGS) != 0) {
      throw new BundleException("entry " + name + " is encrypted or of an unknown zip feature");
    }
    return new Entry(
        name,
        unsignedShort(position + 10),
        jar.getInt(position + 16),
        size(position + 20, "the compressed size of " + name),
        size(position + 24, "the size of " + name),
        size(position + 42, "the offset of " + name));
  }

  private String name(int position, int length) throws BundleException {
    if (length > limits.nameBytes()) {
      throw new BundleException(
          "an entry's name has " + length + " bytes, at most " + limits.nameBytes() + " are taken");
    }
    byte[] bytes = new byte[length];
    jar.get(position, bytes);
    try {
      String name = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      checkName(name);
      return name;
    } catch (CharacterCodingException e) {
      throw new BundleException("an entry's name is not UTF-8", e);
    }
  }

  private static void checkName(String name) throws BundleException {
    String path = name.endsWith("/") ? name.substring(0, name.length() - 1) : name;
    boolean odd = name.indexOf('\\') >= 0 || name.indexOf(':') >= 0;
    for (String part : path.split("/", -1)) {
      odd |= part.isEmpty() || part.equals(".") || part.equals("..");
    }
    if (odd || !name.codePoints().allMatch(PrintableText::isPrintable)) {
      throw new BundleException("entry '" + name + "' is not a plain path inside the bundle");
    }
  }

  /** Entries must lie one behind the other, each once: overlap is how small jars become bombs. */
  private void checkOrder(List<Entry> entries, int directory) throws BundleException {
    Set<String> names = new HashSet<>();
    for (Entry entry : entries) {
      if (!names.add(entry.name)) {
        throw new BundleException("entry " + entry.name + " is in the bundle twice");
      }
    }
    List<Entry> byOffset = new ArrayList<>(entries);
    byOffset.sort(Comparator.comparingInt(Entry::offset));
    long free = 0;
    for (Entry entry : byOffset) {
      if (entry.offset < free) {
        throw new BundleException("entry " + entry.name + " overlaps another");
      }
      free = (long) dataOffset(entry) + entry.compressed;
    }
    if (free > directory) {
      throw new BundleException("not a jar: an entry reaches into the central directory");
    }
  }

  private int dataOffset(Entry entry) {
    int local = entry.offset;
    return local + LOCAL_BYTES + unsignedShort(local + 26) + unsignedShort(local + 28);
  }

  private void checkTotals(List<Entry> entries) throws BundleException {
    long total = 0;
    for (Entry entry : entries) {
      if (entry.size > limits.classBytes()) {
        throw new BundleException(
            "entry %s has %d bytes, at most %d are taken"
                .formatted(entry.name, entry.size, limits.classBytes()));
      }
      total += entry.size;
    }
    if (total > limits.contentBytes()) {
      throw new BundleException(
          "the bundle holds " + total + " bytes, at most " + limits.contentBytes() + " are taken");
    }
  }

  private byte[] content(Entry entry) throws BundleException {
    checkLocalHeader(entry);
    int data = dataOffset(entry);
    byte[] content = new byte[entry.size];
    if (entry.method == STORED && entry.compressed == entry.size) {
      jar.get(data, content);
    } else if (entry.method == DEFLATED) {
      inflate(entry, jar.slice(data, entry.compressed), content);
    } else {
      throw new BundleException("entry " + entry.name + " is neither stored nor deflated");
    }
    CRC32 crc = new CRC32();
    crc.update(content);
    if ((int) crc.getValue() != entry.crc) {
      throw new BundleException("entry " + entry.name + " is damaged: its CRC is another");
    }
    return content;
  }

  private void checkLocalHeader(Entry entry) throws BundleException {
    int local = entry.offset;
    int nameBytes = unsignedShort(local + 26);
    byte[] name = entry.name.getBytes(StandardCharsets.UTF_8);
    boolean same =
        jar.getInt(local) == LOCAL_SIGNATURE
            && unsignedShort(local + 8) == entry.method
            && sameSizes(entry)
            && nameBytes == name.length
            && jar.slice(local + LOCAL_BYTES, nameBytes).equals(ByteBuffer.wrap(name));
    if (!same) {
      throw new BundleException(
          "entry " + entry.name + " is described differently in the jar's two directories");
    }
  }

  private boolean sameSizes(Entry entry) {
    int local = entry.offset;
    boolean describedBehind = (unsignedShort(local + 6) & DESCRIBED_BEHIND) != 0;
    boolean same =
        jar.getInt(local + 14) == entry.crc
            && jar.getInt(local + 18) == entry.compressed
            && jar.getInt(local + 22) == entry.size;
    return describedBehind || same;
  }

  private static void inflate(Entry entry, ByteBuffer data, byte[] content) throws BundleException {
    Inflater inflater = new Inflater(true);
    try {
      inflater.setInput(data);
      int filled = 0;
      while (filled < content.length) {
        int more = inflater.inflate(content, filled, content.length - filled);
        if (more == 0) {
          break;
        }
        filled += more;
      }
      boolean whole = filled == content.length && inflater.inflate(new byte[1]) == 0;
      if (!whole || !inflater.finished()) {
        throw new BundleException(
            "entry " + entry.name + " does not inflate to the size it claims");
      }
    } catch (DataFormatException e) {
      throw new BundleException("entry " + entry.name + " is damaged: " + e.getMessage(), e);
    } finally {
      inflater.end();
    }
  }

  private int unsignedShort(int position) {
    return Short.toUnsignedInt(jar.getShort(position));
  }

  private int size(int position, String what) throws BundleException {
    int value = jar.getInt(position);
    if (value < 0 || value > Math.max(limits.contentBytes(), jar.capacity())) {
      throw new BundleException(what + " is more than a bundle may have");
    }
    return value;
  }
}
