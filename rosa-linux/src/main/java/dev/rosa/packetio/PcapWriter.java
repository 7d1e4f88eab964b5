package dev.rosa.packetio;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Writer of IP packets to a classic pcap capture of link type RAW (101), big-endian. Replaces what
 * the file held. Buffered: the file is whole only after {@link #close}. Owned by one thread.
 */
public final class PcapWriter implements AutoCloseable {

  private static final int LINKTYPE_RAW = 101;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final Path file;
  private final FileChannel channel;
  private final boolean nanos;
  private final ByteBuffer buffer =
      ByteBuffer.allocate(PcapReader.RECORD_HEADER_BYTES + PcapReader.MAX_FRAME_BYTES);

  private PcapWriter(Path file, FileChannel channel, boolean nanos) {
    this.file = file;
    this.channel = channel;
    this.nanos = nanos;
  }

  /**
   * Makes the file and writes its header.
   *
   * @param nanos whether times keep their nanoseconds; else they are cut to microseconds
   * @throws IOException in one line if the file cannot be written
   */
  public static PcapWriter create(Path file, boolean nanos) throws IOException {
    if (Files.isDirectory(file)) {
      throw new IOException(file + ": is a folder, expected a file to write to");
    }
    try {
      FileChannel channel =
          FileChannel.open(
              file,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE);
      PcapWriter writer = new PcapWriter(file, channel, nanos);
      writer.putFileHeader();
      return writer;
    } catch (IOException e) {
      throw new IOException(file + ": cannot be written: " + e.getMessage(), e);
    }
  }

  private void putFileHeader() {
    buffer.putInt(nanos ? PcapReader.MAGIC_NANOS : PcapReader.MAGIC_MICROS);
    buffer.putShort((short) 2).putShort((short) 4);
    // Time zone and accuracy: always 0.
    buffer.putLong(0);
    buffer.putInt(PcapReader.MAX_FRAME_BYTES).putInt(LINKTYPE_RAW);
  }

  /** Adds a packet with its time of arrival, taken as nanoseconds since 1970. */
  public void write(PacketBuffer packet) throws IOException {
    int length = packet.length();
    if (buffer.remaining() < PcapReader.RECORD_HEADER_BYTES + length) {
      flush();
    }
    long fraction = Math.floorMod(packet.arrivalNanos(), NANOS_PER_SECOND);
    buffer.putInt((int) Math.floorDiv(packet.arrivalNanos(), NANOS_PER_SECOND));
    buffer.putInt((int) (nanos ? fraction : fraction / 1_000));
    buffer.putInt(length).putInt(length);
    buffer.put(buffer.position(), packet.memory(), packet.offset(), length);
    buffer.position(buffer.position() + length);
  }

  private void flush() throws IOException {
    buffer.flip();
    try {
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
    } catch (IOException e) {
      throw new IOException(file + ": cannot be written: " + e.getMessage(), e);
    } finally {
      buffer.clear();
    }
  }

  @Override
  public void close() throws IOException {
    try (channel) {
      if (channel.isOpen()) {
        flush();
      }
    }
  }
}
