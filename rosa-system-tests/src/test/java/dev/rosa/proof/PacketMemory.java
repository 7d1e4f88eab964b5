package dev.rosa.proof;

import java.nio.ByteBuffer;

/** The kinds of memory that packets may stand in. */
enum PacketMemory {
  HEAP {
    @Override
    ByteBuffer allocate(int bytes, int before) {
      return ByteBuffer.allocate(bytes);
    }
  },
  /** Its array begins before it. */
  HEAP_SLICE {
    @Override
    ByteBuffer allocate(int bytes, int before) {
      return ByteBuffer.allocate(before + bytes + 3).slice(before, bytes);
    }
  },
  DIRECT {
    @Override
    ByteBuffer allocate(int bytes, int before) {
      return ByteBuffer.allocateDirect(bytes);
    }
  },
  /** Its address is odd, or of any other kind. */
  DIRECT_SLICE {
    @Override
    ByteBuffer allocate(int bytes, int before) {
      return ByteBuffer.allocateDirect(before + bytes + 3).slice(before, bytes);
    }
  };

  private static final int MOST_BEFORE = 67;

  abstract ByteBuffer allocate(int bytes, int before);

  /** Memory of any kind, with a position that means nothing: packets are looked at absolutely. */
  static ByteBuffer draw(int bytes, RandomInput random) {
    PacketMemory[] kinds = values();
    ByteBuffer memory =
        kinds[random.below(kinds.length)].allocate(bytes, random.between(1, MOST_BEFORE));
    return memory.position(random.below(bytes + 1));
  }
}
