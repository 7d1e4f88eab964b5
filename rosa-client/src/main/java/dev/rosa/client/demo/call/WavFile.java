package dev.rosa.client.demo.call;

import dev.rosa.client.demo.progress.DemoException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.sound.sampled.AudioFileFormat;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioFormat.Encoding;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;
import javax.sound.sampled.UnsupportedAudioFileException;

/**
 * Reader and writer of audio files: it reads what Java can convert to 16-bit mono 8 kHz, and writes
 * PCM and µ-law.
 */
public final class WavFile {

  private static final int RATE = Melody.SAMPLES_PER_SECOND;
  private static final AudioFormat PCM = new AudioFormat(RATE, 16, 1, true, false);
  private static final AudioFormat MU_LAW =
      new AudioFormat(Encoding.ULAW, RATE, 8, 1, 1, RATE, false);

  private WavFile() {}

  /**
   * The samples of a file, converted if need be.
   *
   * @param seconds at most so many
   */
  public static short[] read(Path file, int seconds) throws DemoException {
    try (AudioInputStream stream = AudioSystem.getAudioInputStream(file.toFile());
        AudioInputStream pcm = converted(file, stream)) {
      byte[] bytes = pcm.readNBytes(seconds * RATE * Short.BYTES);
      if (bytes.length < Short.BYTES) {
        throw DemoException.badInput(file + ": holds no audio", null);
      }
      short[] samples = new short[bytes.length / Short.BYTES];
      ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asShortBuffer().get(samples);
      return samples;
    } catch (UnsupportedAudioFileException e) {
      throw DemoException.badInput(
          file + ": not an audio file that is known, expected WAV, AIFF or AU", e);
    } catch (IOException e) {
      String problem = Files.isRegularFile(file) ? "cannot be read" : "no such file";
      throw DemoException.badInput(file + ": " + problem, e);
    }
  }

  private static AudioInputStream converted(Path file, AudioInputStream stream)
      throws DemoException {
    if (stream.getFormat().matches(PCM)) {
      return stream;
    }
    try {
      return AudioSystem.getAudioInputStream(PCM, stream);
    } catch (IllegalArgumentException e) {
      throw DemoException.badInput(
          file + ": holds " + stream.getFormat() + ", expected PCM, A-law or µ-law", e);
    }
  }

  static void writePcm(Path file, short[] samples) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.allocate(samples.length * Short.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asShortBuffer().put(samples);
    write(file, PCM, bytes.array(), samples.length);
  }

  /** Format 7, one byte per sample. */
  public static void writeMuLaw(Path file, byte[] encoded) throws IOException {
    write(file, MU_LAW, encoded, encoded.length);
  }

  private static void write(Path file, AudioFormat format, byte[] bytes, int frames)
      throws IOException {
    try (AudioInputStream stream =
        new AudioInputStream(new ByteArrayInputStream(bytes), format, frames)) {
      AudioSystem.write(stream, AudioFileFormat.Type.WAVE, file.toFile());
    }
  }
}
