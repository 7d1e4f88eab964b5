package dev.rosa.packetio;

import dev.rosa.packetio.FilterProgram.Instruction;
import java.nio.ByteBuffer;
import java.util.List;

/** Interpreter of classic BPF as the kernel's manual describes it. Stateless. */
final class FilterInterpreter {

  private FilterInterpreter() {}

  /** True if a program takes a frame. */
  static boolean accepts(List<Instruction> program, byte[] frame) {
    return run(program, ByteBuffer.wrap(frame)) != 0;
  }

  private static int run(List<Instruction> program, ByteBuffer frame) {
    int a = 0;
    int x = 0;
    int[] scratch = new int[16];
    int at = 0;
    while (true) {
      Instruction instruction = program.get(at++);
      int k = instruction.constant();
      int code = instruction.code();
      try {
        switch (code) {
          case 0x20 -> a = frame.getInt(k);
          case 0x40 -> a = frame.getInt(x + k);
          case 0x80 -> a = frame.capacity();
          case 0x28 -> a = frame.getShort(k) & 0xffff;
          case 0x30 -> a = frame.get(k) & 0xff;
          case 0x01 -> x = k;
          case 0x61 -> x = scratch[k];
          case 0xb1 -> x = (frame.get(k) & 15) * 4;
          case 0x02 -> scratch[k] = a;
          case 0x04 -> a += k;
          case 0x14 -> a -= k;
          case 0x24 -> a *= k;
          case 0x54 -> a &= k;
          case 0x64 -> a <<= k;
          case 0x74 -> a >>>= k;
          case 0x94 -> a = Integer.remainderUnsigned(a, k);
          case 0xa4 -> a ^= k;
          case 0xac -> a ^= x;
          case 0x07 -> x = a;
          case 0x05 -> at += k;
          case 0x15 -> at += a == k ? instruction.whenTrue() : instruction.whenFalse();
          case 0x35 ->
              at +=
                  Integer.compareUnsigned(a, k) >= 0
                      ? instruction.whenTrue()
                      : instruction.whenFalse();
          case 0x3d ->
              at +=
                  Integer.compareUnsigned(a, x) >= 0
                      ? instruction.whenTrue()
                      : instruction.whenFalse();
          case 0x06 -> {
            return k;
          }
          default -> throw new AssertionError("instruction 0x" + Integer.toHexString(code));
        }
      } catch (IndexOutOfBoundsException e) {
        // The kernel ends a program that reads outside the frame with "no".
        return 0;
      }
    }
  }
}
