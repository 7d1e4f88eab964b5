package dev.rosa.bench.path.traffic;

import dev.rosa.wire.active.RosaHeader;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/**
 * Maker of a flood's Ethernet frames: valid active packets among forged ones. A forged packet is
 * valid but for an unopened session and a random tag, so a router has to derive a key to reject it.
 * The valid ones of a batch come first, so that the sender can hand over either kind together.
 * Owned by one thread.
 */
public final class FloodedFrames implements FrameSource {

  /** Of so many frames one is valid. */
  public static final int ONE_OF = 4;

  private final SealedFrames valid;
  private final SplittableRandom random;
  private final byte[] forged;

  /**
   * A flood.
   *
   * @param model forged packets are like its
   */
  public FloodedFrames(SealedFrames valid, SealedFrames model, SplittableRandom random) {
    this.valid = valid;
    this.random = random;
    this.forged = new byte[model.frameBytes()];
    model.write(ByteBuffer.wrap(forged), 0, 0, 1);
  }

  @Override
  public int frameBytes() {
    return valid.frameBytes();
  }

  @Override
  public int sequenceOffset() {
    return valid.sequenceOffset();
  }

  @Override
  public int trainFrames() {
    return valid.trainFrames();
  }

  @Override
  public void write(ByteBuffer memory, int offset, int stride, int count) {
    int sealed = (count + ONE_OF - 1) / ONE_OF;
    valid.write(memory, offset, stride, sealed);
    for (int i = sealed; i < count; i++) {
      forge(memory, offset + i * stride);
    }
  }

  private void forge(ByteBuffer memory, int offset) {
    memory.put(offset, forged);
    int session = sequenceOffset() - RosaHeader.SEQUENCE_OFFSET + RosaHeader.SESSION_OFFSET;
    memory.putLong(offset + session, random.nextLong(1, Long.MAX_VALUE));
    memory.putLong(offset + sequenceOffset(), random.nextLong(1, Long.MAX_VALUE));
    memory.putLong(offset + forged.length - 2 * Long.BYTES, random.nextLong());
    memory.putLong(offset + forged.length - Long.BYTES, random.nextLong());
  }
}
