package dev.rosa.gcrypt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.spec.AlgorithmParameterSpec;
import java.util.List;
import java.util.stream.Stream;
import javax.crypto.Cipher;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Input and output in one memory, apart, in place, and overlapping; arrays and buffers of each
 * kind.
 */
@Tag("jdk")
class OverlapTest {

  private static final byte[] DATA = Jce.bytes(700, 1);
  private static final int MEMORY_BYTES = 2_400;
  private static final List<String> KINDS = List.of("heap", "direct", "direct slice", "slice");

  static Stream<Arguments> cases() {
    Stream.Builder<Arguments> cases = Stream.builder();
    for (String transformation : List.of(Jce.CBC, Jce.CTR, Jce.GCM)) {
      for (int mode : new int[] {Cipher.ENCRYPT_MODE, Cipher.DECRYPT_MODE}) {
        cases.add(Arguments.of(transformation, mode));
      }
    }
    return cases.build();
  }

  private static AlgorithmParameterSpec spec(String transformation) {
    return transformation.equals(Jce.GCM)
        ? new GCMParameterSpec(128, Jce.bytes(12, 2))
        : new IvParameterSpec(Jce.bytes(16, 2));
  }

  private static Cipher started(Jce jce, String transformation, int mode)
      throws GeneralSecurityException {
    Cipher cipher = jce.cipher(transformation);
    cipher.init(mode, Jce.aes(), spec(transformation));
    return cipher;
  }

  private static byte[] input(String transformation, int mode) throws GeneralSecurityException {
    return mode == Cipher.ENCRYPT_MODE
        ? DATA
        : started(Jce.sun(), transformation, Cipher.ENCRYPT_MODE).doFinal(DATA);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void shouldWriteOverItsInputInAnArray(String transformation, int mode)
      throws GeneralSecurityException {
    byte[] input = input(transformation, mode);
    byte[] expected = started(Jce.sun(), transformation, mode).doFinal(input);
    for (int distance : new int[] {-700, -17, -16, -1, 0, 1, 15, 16, 17, 500, 800}) {
      for (int early : new int[] {0, 5, 16, 100}) {
        byte[] memory = new byte[MEMORY_BYTES];
        int from = 800;
        int to = from + distance;
        System.arraycopy(input, 0, memory, from, input.length);
        Cipher cipher = started(Jce.rosa(), transformation, mode);
        byte[] first = cipher.update(memory, from, early);
        int done = first == null ? 0 : first.length;
        int written = cipher.doFinal(memory, from + early, input.length - early, memory, to + done);
        System.arraycopy(first == null ? new byte[0] : first, 0, memory, to, done);
        assertEquals(expected.length, done + written);
        assertArrayEquals(expected, slice(memory, to, expected.length));
      }
    }
  }

  private static byte[] slice(byte[] memory, int from, int length) {
    byte[] slice = new byte[length];
    System.arraycopy(memory, from, slice, 0, length);
    return slice;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void shouldUpdateOverItsInput(String transformation, int mode) throws GeneralSecurityException {
    byte[] input = input(transformation, mode);
    byte[] expected = started(Jce.sun(), transformation, mode).doFinal(input);
    for (ByteBuffer memory :
        List.of(ByteBuffer.allocate(MEMORY_BYTES), ByteBuffer.allocateDirect(MEMORY_BYTES))) {
      memory.put(100, input);
      ByteBuffer in = memory.duplicate().position(100);
      ByteBuffer out = memory.duplicate().position(100);
      Cipher cipher = started(Jce.rosa(), transformation, mode);
      for (int end : new int[] {116, 130, 131, 300, 700}) {
        cipher.update(in.limit(end), out);
      }
      cipher.doFinal(in.limit(100 + input.length), out);
      assertEquals(expected.length, out.position() - 100);
      byte[] found = new byte[expected.length];
      memory.get(100, found);
      assertArrayEquals(expected, found);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void shouldTakeBuffersOfEveryKind(String transformation, int mode)
      throws GeneralSecurityException {
    byte[] input = input(transformation, mode);
    byte[] expected = started(Jce.sun(), transformation, mode).doFinal(input);
    for (String inKind : List.of("heap", "slice", "direct", "direct slice", "read-only")) {
      for (String outKind : KINDS) {
        ByteBuffer in = Buffers.of(inKind, input);
        ByteBuffer out = Buffers.of(outKind, new byte[expected.length]);
        ByteBuffer found = out.duplicate();
        Cipher cipher = started(Jce.rosa(), transformation, mode);
        assertEquals(expected.length, cipher.doFinal(in, out));
        assertEquals(0, in.remaining());
        assertEquals(found.position() + expected.length, out.position());
        byte[] bytes = new byte[expected.length];
        found.get(bytes);
        assertArrayEquals(expected, bytes);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void shouldOverlapInBuffersAtAnyDistance(String transformation, int mode)
      throws GeneralSecurityException {
    byte[] input = input(transformation, mode);
    byte[] expected = started(Jce.sun(), transformation, mode).doFinal(input);
    for (int distance : new int[] {-100, -16, -3, 0, 3, 16, 100}) {
      for (ByteBuffer memory :
          List.of(ByteBuffer.allocate(MEMORY_BYTES), ByteBuffer.allocateDirect(MEMORY_BYTES))) {
        memory.put(200, input);
        ByteBuffer in = memory.duplicate().position(200).limit(200 + input.length);
        // A slice, so that neither positions nor base addresses tell that they overlap.
        ByteBuffer out = memory.duplicate().position(200 + distance).slice();
        started(Jce.rosa(), transformation, mode).doFinal(in, out);
        byte[] found = new byte[expected.length];
        memory.get(200 + distance, found);
        assertArrayEquals(expected, found);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void shouldLeaveBuffersWhereTheyAreWhenThereIsNoRoom(String transformation, int mode)
      throws GeneralSecurityException {
    byte[] input = input(transformation, mode);
    byte[] expected = started(Jce.sun(), transformation, mode).doFinal(input);
    for (String kind : KINDS) {
      Cipher cipher = started(Jce.rosa(), transformation, mode);
      ByteBuffer in = Buffers.of(kind, input);
      ByteBuffer tooShort = Buffers.of(kind, new byte[expected.length - 1]);
      int inPosition = in.position();
      int outPosition = tooShort.position();
      assertThrows(ShortBufferException.class, () -> cipher.doFinal(in, tooShort));
      assertEquals(inPosition, in.position());
      assertEquals(outPosition, tooShort.position());
      ByteBuffer out = ByteBuffer.allocate(expected.length);
      assertEquals(expected.length, cipher.doFinal(in, out));
      assertArrayEquals(expected, out.array());
    }
  }
}
