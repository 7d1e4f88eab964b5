package dev.rosa.client.demo.call;

/**
 * Generator of the audio that the demo sends when none is given: the theme of Beethoven's Ninth, as
 * a music box.
 */
public final class Melody {

  public static final int SAMPLES_PER_SECOND = 8_000;

  /** Half steps above the A of 440 Hz. */
  private static final int[] NOTES = {
    -3, -3, -2, 0, 0, -2, -3, -5, -7, -7, -5, -3, -3, -5, -5,
    -3, -3, -2, 0, 0, -2, -3, -5, -7, -7, -5, -3, -5, -7, -7
  };

  /** Length of each of the fifteen notes of a line, in half beats. */
  private static final int[] HALF_BEATS = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 1, 4};

  private static final int HALF_BEAT_SAMPLES = SAMPLES_PER_SECOND / 6;
  private static final double LOUDNESS = 9_000;
  private static final double DECAY_SECONDS = 0.35;

  private Melody() {}

  /** 16-bit samples, 8,000 a second; the melody begins again when it is over. */
  public static short[] play(int seconds) {
    double[] sound = new double[seconds * SAMPLES_PER_SECOND];
    int at = 0;
    for (int note = 0; at < sound.length; note = (note + 1) % NOTES.length) {
      strike(sound, at, NOTES[note]);
      at += HALF_BEATS[note % HALF_BEATS.length] * HALF_BEAT_SAMPLES;
    }
    short[] samples = new short[sound.length];
    for (int i = 0; i < samples.length; i++) {
      double limited = Math.max(-1, Math.min(1, sound[i]));
      samples[i] = (short) Math.round(limited * Short.MAX_VALUE);
    }
    return samples;
  }

  /** Adds one note with two overtones; it rings on while the next ones sound. */
  private static void strike(double[] sound, int from, int halfSteps) {
    double hertz = 440 * Math.pow(2, halfSteps / 12.0);
    for (int i = from; i < sound.length; i++) {
      double seconds = (i - from) / (double) SAMPLES_PER_SECOND;
      double loudness =
          LOUDNESS / Short.MAX_VALUE * Math.exp(-seconds / DECAY_SECONDS) * attack(seconds);
      double phase = 2 * Math.PI * hertz * seconds;
      sound[i] +=
          loudness * (Math.sin(phase) + 0.4 * Math.sin(2 * phase) + 0.15 * Math.sin(3 * phase));
    }
  }

  /** A few milliseconds of fading in keep the strike from clicking. */
  private static double attack(double seconds) {
    return Math.min(1, seconds / 0.005);
  }
}
