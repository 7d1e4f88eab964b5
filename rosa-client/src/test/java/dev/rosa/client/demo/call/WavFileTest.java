package dev.rosa.client.demo.call;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.client.demo.progress.DemoException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import javax.sound.sampled.AudioFileFormat;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WavFileTest {

  @TempDir Path directory;

  @Test
  void shouldReadTheSamplesThatWereWrittenWhenPcm() throws Exception {
    Path file = directory.resolve("melody.wav");
    short[] melody = Melody.play(2);
    WavFile.writePcm(file, melody);
    assertArrayEquals(melody, WavFile.read(file, 60));
    assertArrayEquals(Arrays.copyOf(melody, 8_000), WavFile.read(file, 1));
  }

  @Test
  void shouldSayFormatSevenWhenMuLawIsWritten() throws Exception {
    Path file = directory.resolve("received.wav");
    WavFile.writeMuLaw(file, MuLaw.encode(Melody.play(1)));
    ByteBuffer header = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    assertEquals(7, header.getShort(20));
    assertEquals(8_000, header.getInt(24));
    assertEquals(8_000, WavFile.read(file, 60).length);
  }

  @Test
  void shouldConvertWhenTheFileIsStereoAndOfAnotherRate() throws Exception {
    Path file = directory.resolve("stereo.wav");
    AudioFormat stereo = new AudioFormat(44_100, 16, 2, true, false);
    byte[] second = new byte[44_100 * 4];
    try (AudioInputStream stream =
        new AudioInputStream(new ByteArrayInputStream(second), stereo, 44_100)) {
      AudioSystem.write(stream, AudioFileFormat.Type.WAVE, file.toFile());
    }
    assertEquals(8_000, WavFile.read(file, 60).length, 80);
  }

  @Test
  void shouldRefuseInOneLineWhenTheFileIsNoAudio() throws IOException {
    Path file = directory.resolve("notes.txt");
    Files.writeString(file, "la la la");
    DemoException refusal = assertThrows(DemoException.class, () -> WavFile.read(file, 60));
    assertEquals(1, refusal.getMessage().lines().count());
    assertTrue(refusal.getMessage().contains("expected WAV, AIFF or AU"), refusal.getMessage());
    DemoException missing =
        assertThrows(DemoException.class, () -> WavFile.read(directory.resolve("missing.wav"), 60));
    assertTrue(missing.getMessage().endsWith("no such file"), missing.getMessage());
  }

  @Test
  void shouldStayWithinSixteenBitsWithoutClippingWhenTheMelodyPlays() {
    short[] melody = Melody.play(20);
    int loudest = 0;
    for (short sample : melody) {
      loudest = Math.max(loudest, Math.abs(sample));
    }
    assertTrue(loudest > 5_000 && loudest < Short.MAX_VALUE, "loudest is " + loudest);
  }
}
