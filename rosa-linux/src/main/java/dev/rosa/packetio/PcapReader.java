package dev.rosa.packetio;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Reader of a classic pcap capture, frame by frame, of either byte order, with micro- or
 * nanoseconds. Every problem is an {@link IOException} of one line that names the file and, inside
 * it, the offset of the record. Owned by one thread.
 */
public final class PcapReader implements AutoCloseable {

  /** The longest frame that capture programs write (libpcap's MAXIMUM_SNAPLEN). */
  static final int MAX_FRAME_BYTES = 262_144;

  static final int FILE_HEADER_BYTES = 24;
  static final int RECORD_HEADER_BYTES = 16;
  static final int MAGIC_MICROS = 0xa1b2c3d4;
  static final int MAGIC_NANOS = 0xa1b23c4d;

  private static final int MAGIC_PCAPNG = 0x0a0d0d0a;
  private static final int MAGIC_GZIP = 0x1f8b;
  private static final int BUFFER_BYTES = 2 * MAX_FRAME_BYTES;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final Path file;
  private final FileChannel channel;

  /** Between position and limit stands what was read from the file and not yet given out. */
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).limit(0);

  /** The same memory in network byte order: that of the frames, not of the capture's headers. */
  private final ByteBuffer frames = buffer.duplicate().clear();

  private boolean nanos;
  private int linkType;
  private long recordOffset = FILE_HEADER_BYTES;
  private long nextOffset = FILE_HEADER_BYTES;
  private int frameOffset;
  private int frameLength;
  private long wireLength;
  private long timeNanos;

  private PcapReader(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /** Opens a capture and reads its header. */
  public static PcapReader open(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new IOException(file + ": is a folder, expected a pcap capture");
    }
    FileChannel channel;
    try {
      channel = FileChannel.open(file, StandardOpenOption.READ);
    } catch (NoSuchFileException e) {
      throw new IOException(file + ": no such file, expected a pcap capture", e);
    } catch (IOException e) {
      throw new IOException(file + ": cannot be read: " + e.getMessage(), e);
    }
    PcapReader reader = new PcapReader(file, channel);
    try {
      reader.readFileHeader();
      return reader;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private void readFileHeader() throws IOException {
    boolean whole = have(FILE_HEADER_BYTES);
    checkMagic(buffer.remaining() < Integer.BYTES ? 0 : buffer.getInt(buffer.position()));
    if (!whole) {
      throw new EOFException(file + ": ends within its header, it is no whole pcap capture");
    }
    linkType = buffer.getInt(buffer.position() + 20) & 0xffff;
    buffer.position(buffer.position() + FILE_HEADER_BYTES);
  }

  private void checkMagic(int magic) throws IOException {
    if (magic == MAGIC_PCAPNG) {
      throw new IOException(
          file + ": is a pcapng capture, expected classic pcap; convert: editcap -F pcap IN OUT");
    }
    if (magic >>> 16 == MAGIC_GZIP) {
      throw new IOException(file + ": is compressed, expected a pcap capture; unpack it: gunzip");
    }
    boolean swapped =
        magic == Integer.reverseBytes(MAGIC_MICROS) || magic == Integer.reverseBytes(MAGIC_NANOS);
    int native32 = swapped ? Integer.reverseBytes(magic) : magic;
    if (native32 != MAGIC_MICROS && native32 != MAGIC_NANOS) {
      throw new IOException(file + ": is not a pcap capture");
    }
    nanos = native32 == MAGIC_NANOS;
    buffer.order(swapped ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
  }

  /**
   * Goes to the next frame, which stays where it is until the call after.
   *
   * @return false at the end of the capture
   */
  public boolean next() throws IOException {
    recordOffset = nextOffset;
    if (!have(RECORD_HEADER_BYTES)) {
      if (buffer.hasRemaining()) {
        throw truncated();
      }
      return false;
    }
    int header = buffer.position();
    long seconds = Integer.toUnsignedLong(buffer.getInt(header));
    long fraction = Integer.toUnsignedLong(buffer.getInt(header + 4));
    long captured = Integer.toUnsignedLong(buffer.getInt(header + 8));
    wireLength = Integer.toUnsignedLong(buffer.getInt(header + 12));
    timeNanos = seconds * NANOS_PER_SECOND + fraction * (nanos ? 1 : 1_000);
    takeFrame(captured);
    return true;
  }

  private void takeFrame(long captured) throws IOException {
    if (captured > MAX_FRAME_BYTES) {
      throw damaged("a frame of %d bytes, more than any capture has".formatted(captured));
    }
    frameLength = (int) captured;
    if (!have(RECORD_HEADER_BYTES + frameLength)) {
      throw truncated();
    }
    frameOffset = buffer.position() + RECORD_HEADER_BYTES;
    buffer.position(frameOffset + frameLength);
    nextOffset = recordOffset + RECORD_HEADER_BYTES + frameLength;
  }

  /** Makes sure that this many bytes stand in the buffer, as far as the file goes. */
  private boolean have(int bytes) throws IOException {
    if (buffer.remaining() >= bytes) {
      return true;
    }
    buffer.compact();
    while (buffer.position() < bytes && channel.read(buffer) >= 0) {
      // One read may bring less than was asked for.
    }
    buffer.flip();
    return buffer.remaining() >= bytes;
  }

  private IOException truncated() {
    return new EOFException(
        "%s: offset %d: the file is truncated within a record".formatted(file, recordOffset));
  }

  /** A failure at the current record. */
  IOException damaged(String what) {
    return new IOException("%s: offset %d: %s".formatted(file, recordOffset, what));
  }

  /** The memory that the frame stands in, big-endian; used absolutely only. */
  ByteBuffer memory() {
    return frames;
  }

  /** Offset of the frame. */
  int frameOffset() {
    return frameOffset;
  }

  /** Bytes of the frame that were captured. */
  int frameLength() {
    return frameLength;
  }

  /** True if the capture has less of the frame than was on the wire (snap length). */
  boolean isCut() {
    return wireLength > frameLength;
  }

  /** Time of the frame's capture, nanoseconds since 1970. */
  public long timeNanos() {
    return timeNanos;
  }

  /** Link type of the frames: a LINKTYPE_ number of libpcap. */
  public int linkType() {
    return linkType;
  }

  /** True if its times are in nanoseconds; else in microseconds. */
  public boolean hasNanos() {
    return nanos;
  }

  /** The capture. */
  public Path file() {
    return file;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
