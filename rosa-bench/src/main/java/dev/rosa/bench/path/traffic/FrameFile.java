package dev.rosa.bench.path.traffic;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.LockSupport;

/**
 * File in memory through which the bench hands frames to the sender {@code path_traffic}, which
 * describes its layout. Filled before it starts; for longer runs {@link #keepFull} goes on filling
 * the slots that were sent. Owned by one thread, but for {@link #finish}.
 */
public final class FrameFile {

  private static final int FIRST_SLOT = 4_096;
  private static final int ALIGNMENT = 64;
  private static final int SEALED = 0;
  private static final int SENT = 64;
  private static final int SLOTS = 128;
  private static final int SLOT_BYTES = 136;
  private static final int FRAME_BYTES = 144;
  private static final int COMPLETE = 152;
  private static final long ENDLESS = 1L << 40;
  private static final long PAUSE_NANOS = 200_000;
  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final Path path;
  private final MappedByteBuffer memory;
  private FrameSource source;
  private int trainFrames;
  private int sequenceOffset;
  private int stride;
  private long slots;
  private long sealed;
  private volatile boolean finished;

  /** A file of so many bytes; its memory is taken as it is used. */
  public FrameFile(Path path, int bytes) throws IOException {
    this.path = path;
    try (FileChannel channel =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      memory = channel.map(MapMode.READ_WRITE, 0, bytes);
    }
  }

  Path path() {
    return path;
  }

  /** Forgets what is in it and makes so many frames, or as many as there is room for. */
  void fill(FrameSource frames, long count) {
    source = frames;
    trainFrames = frames.trainFrames();
    sequenceOffset = frames.sequenceOffset();
    stride = (frames.frameBytes() + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    slots = Math.min(count, (memory.capacity() - FIRST_SLOT) / stride);
    // Whole batches, so that none is broken where the slots begin anew.
    slots = Math.max(1, slots / FrameSource.BATCH) * FrameSource.BATCH;
    sealed = 0;
    finished = false;
    put(SENT, 0);
    put(SLOTS, slots);
    put(SLOT_BYTES, stride);
    put(FRAME_BYTES, frames.frameBytes());
    put(COMPLETE, 1);
    while (sealed < slots) {
      sealBatch();
    }
  }

  private void sealBatch() {
    int slot = (int) (sealed % slots);
    source.write(memory, FIRST_SLOT + slot * stride, stride, FrameSource.BATCH);
    sealed += FrameSource.BATCH;
    put(SEALED, sealed);
  }

  /** Makes a few frames that the sender sends over and over, where repetition does no harm. */
  void repeat(FrameSource frames) {
    fill(frames, FrameSource.BATCH);
    put(SEALED, ENDLESS);
  }

  /** Makes room for frames that {@code path_record} will put in. */
  void makeRoom(long count, int mostFrameBytes) {
    trainFrames = 1;
    sequenceOffset = 0;
    stride = (mostFrameBytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    slots = Math.min(count, (memory.capacity() - FIRST_SLOT) / stride);
    put(SEALED, 0);
    put(SENT, 0);
    put(SLOTS, slots);
    put(SLOT_BYTES, stride);
    put(FRAME_BYTES, 0);
    put(COMPLETE, 1);
  }

  /** Of the longest frame that is in it. */
  int frameBytes() {
    return (int) get(FRAME_BYTES);
  }

  /** Most consecutive frames that may go as one packet. */
  int trainFrames() {
    return trainFrames;
  }

  /** Offset of each frame's number; 0 if they have none. */
  int sequenceOffset() {
    return sequenceOffset;
  }

  /** To be called before the sender starts: there will be more frames than these. */
  void expectMore() {
    put(COMPLETE, 0);
  }

  /** Makes frames in the place of those that were sent, until {@link #finish}. */
  void keepFull() {
    while (!finished) {
      if (sealed - get(SENT) <= slots - FrameSource.BATCH) {
        sealBatch();
      } else {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
    put(COMPLETE, 1);
  }

  /** Lets {@link #keepFull} return. Any thread. */
  void finish() {
    finished = true;
  }

  private void put(int offset, long value) {
    LONGS.setRelease(memory, offset, value);
  }

  private long get(int offset) {
    return (long) LONGS.getAcquire(memory, offset);
  }
}
