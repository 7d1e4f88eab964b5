package dev.rosa.client.demo.call;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;
import org.junit.jupiter.api.Test;

class MuLawTest {

  @Test
  void shouldGiveTheValuesOfTheStandardWhenEncoding() {
    short[] samples = {0, -1, 1, 100, -100, 8_000, -8_000, 32_767, -32_768};
    byte[] expected = {
      (byte) 0xff, 0x7f, (byte) 0xff, (byte) 0xf2, 0x72, (byte) 0xa0, 0x20, (byte) 0x80, 0x00
    };
    assertArrayEquals(expected, MuLaw.encode(samples));
  }

  @Test
  void shouldLeaveLittleErrorWhenTheJdkDecodesIt() throws IOException {
    byte[] encoded = new byte[1 << 16];
    for (int sample = Short.MIN_VALUE; sample <= Short.MAX_VALUE; sample++) {
      encoded[sample - Short.MIN_VALUE] = MuLaw.encode((short) sample);
    }
    ByteBuffer decoded = ByteBuffer.wrap(decode(encoded)).order(ByteOrder.LITTLE_ENDIAN);
    for (int sample = Short.MIN_VALUE; sample <= Short.MAX_VALUE; sample++) {
      int error = Math.abs(decoded.getShort() - sample);
      int allowed = 8 + Math.abs(sample) / 16;
      assertTrue(error <= allowed, "sample " + sample + " is off by " + error);
    }
    assertEquals(0, decoded.remaining());
  }

  private static byte[] decode(byte[] encoded) throws IOException {
    AudioFormat muLaw = new AudioFormat(AudioFormat.Encoding.ULAW, 8_000, 8, 1, 1, 8_000, false);
    AudioFormat pcm = new AudioFormat(8_000, 16, 1, true, false);
    try (AudioInputStream in =
            new AudioInputStream(new ByteArrayInputStream(encoded), muLaw, encoded.length);
        AudioInputStream out = AudioSystem.getAudioInputStream(pcm, in)) {
      return out.readAllBytes();
    }
  }
}
