package dev.rosa.metering.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.rosa.bundle.RecordingPacket;
import java.util.HexFormat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers that are none (NaN) have many bit patterns, which compilers choose: code sees one. */
@Tag("jdk")
class NotANumberTest {

  private static final String CANONICAL = "7ff8000000000000" + "7fc00000";

  private static String written(String statements) throws Throwable {
    MeteredInstance app =
        MeteredBundle.app(
            """
            double zero;
            float naught;
            public void onPacket(Packet packet) {
              java.nio.ByteBuffer out = java.nio.ByteBuffer.allocate(12);
              double n = Double.longBitsToDouble(0xfff8000000000123L);
              float m = Float.intBitsToFloat(0xffc00123);
              %s
              packet.replacePayload(out.array(), 0, 12);
            }
            """
                .formatted(statements));
    RecordingPacket packet = new RecordingPacket(new byte[12]);
    assertNull(app.run(packet, 1_000_000, 1 << 20));
    return HexFormat.of().formatHex(packet.payload());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "out.putDouble(n).putFloat(m);",
        "out.putDouble(0, n); out.putFloat(8, m);",
        "out.putDouble(zero / zero).putFloat(naught / naught);",
        "out.putDouble(-(n + zero)).putFloat(-(m + naught));",
        "out.putLong(Double.doubleToLongBits(n)).putInt(Float.floatToIntBits(m));"
      })
  void shouldWriteTheSameBitsForAllThatIsNotANumber(String statements) throws Throwable {
    assertEquals(CANONICAL, written(statements));
  }

  @Test
  void shouldWriteNumbersInTheOrderOfTheBuffer() throws Throwable {
    assertEquals(
        "000000000000f83f0000c0bf",
        written(
            "out.order(java.nio.ByteOrder.LITTLE_ENDIAN); out.putDouble(1.5).putFloat(-1.5f);"));
  }

  @Test
  void shouldTakeWhatIsNotANumberForPositive() throws Throwable {
    assertEquals(
        "3ff0000000000000" + "3f800000",
        written("out.putDouble(Math.copySign(1.0, n)).putFloat(Math.copySign(-1f, m));"));
  }
}
