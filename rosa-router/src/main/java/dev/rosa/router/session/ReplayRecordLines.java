package dev.rosa.router.session;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Writer of lines of a replay record ({@link ReplayRecordText}) into a buffer that is used again.
 * One thread at a time.
 */
final class ReplayRecordLines {

  private final ByteBuffer text;
  private final RecordedTimes times;
  private final CRC32C checksum = new CRC32C();
  private int begin;

  /** A writer with room for so many lines. */
  ReplayRecordLines(int most, RecordedTimes times) {
    this.times = times;
    text = ByteBuffer.allocate(most * ReplayRecordText.LINE_MOST);
  }

  /** The lines, from the first to the last, valid until others are written. */
  ByteBuffer text() {
    return text;
  }

  /** All that a block says. */
  ByteBuffer format(ReplayFloors floors) {
    clear();
    for (int i = 0; i < floors.count(); i++) {
      putHex(floors.session(i), Long.SIZE);
      putHex(floors.highest(i), Long.SIZE);
      putDecimal(times.setOf(floors.endSeconds(i)));
      putHex(floors.user(i), Integer.SIZE);
      putDecimal(floors.run(i));
      endLine();
    }
    LostFloors lost = floors.lost();
    for (int i = 0; i < lost.count(); i++) {
      putWord(ReplayRecordText.LOST);
      putHex(lost.user(i), Integer.SIZE);
      putDecimal(times.sstOf(lost.momentSeconds(i)));
      putDecimal(times.setOf(lost.endSeconds(i)));
      putDecimal(lost.run(i));
      endLine();
    }
    putNumber(ReplayRecordText.ENDED, times.setOf(floors.endedSeconds()));
    putNumber(ReplayRecordText.CLOCK, floors.clockSeconds());
    if (floors.latestSeconds() != 0) {
      putNumber(ReplayRecordText.LATEST, times.sstOf(floors.latestSeconds()));
    }
    return text.flip();
  }

  /** The line with the number of workers that keep a record each. */
  ByteBuffer formatWorkers(int workers) {
    clear();
    putNumber(ReplayRecordText.WORKERS, workers);
    return text.flip();
  }

  private void clear() {
    text.clear();
    begin = 0;
  }

  private void putNumber(String word, long value) {
    if (value != 0) {
      putWord(word);
      putDecimal(value);
      endLine();
    }
  }

  private void putWord(String word) {
    for (int i = 0; i < word.length(); i++) {
      text.put((byte) word.charAt(i));
    }
  }

  private void putHex(long value, int bits) {
    putDigits(value, bits);
    text.put((byte) ' ');
  }

  private void putDigits(long value, int bits) {
    for (int shift = bits - 4; shift >= 0; shift -= 4) {
      text.put((byte) Character.forDigit((int) (value >>> shift) & 0xf, 16));
    }
  }

  private void putDecimal(long value) {
    long power = 1;
    while (value / power >= 10) {
      power *= 10;
    }
    for (; power > 0; power /= 10) {
      text.put((byte) ('0' + value / power % 10));
    }
    text.put((byte) ' ');
  }

  /** Puts the checksum of all that is in front of the last space. */
  private void endLine() {
    checksum.reset();
    checksum.update(text.array(), begin, text.position() - 1 - begin);
    putDigits(checksum.getValue(), Integer.SIZE);
    text.put((byte) '\n');
    begin = text.position();
  }
}
