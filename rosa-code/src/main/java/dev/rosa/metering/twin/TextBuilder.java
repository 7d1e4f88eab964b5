package dev.rosa.metering.twin;

/**
 * Shadow of {@link StringBuilder}. It pays for the characters that an operation writes or moves,
 * and for room when it has to grow. Owned by the code that made it.
 */
public final class TextBuilder implements CharSequence, Comparable<TextBuilder>, Nameless {

  private static final int FIRST_ROOM = 16;
  private static final int CALL = 24;
  private static final int CHARACTERS_PER_UNIT = 2;

  /** A replacement checks its ends, and moves the letters behind it. */
  private static final int REPLACEMENT = 24;

  private static final int NUMBER_CHARACTERS = 20;

  /**
   * The compiler of the JVM makes code for long texts that takes ten times as long as for short.
   */
  private static final int REVERSED = 8;

  private final StringBuilder letters;
  private long room;

  public TextBuilder() {
    this(FIRST_ROOM);
  }

  /** A builder with room for this many characters. */
  public TextBuilder(int capacity) {
    ArrayCalls.requireLength(capacity);
    room = capacity;
    Toll.text(room);
    letters = new StringBuilder(capacity);
  }

  public TextBuilder(String text) {
    this(text.length() + FIRST_ROOM);
    append(text);
  }

  public TextBuilder(CharSequence text) {
    this(Texts.text(text));
  }

  /** Pays for more characters before they are written. */
  private void pay(long more) {
    long length = letters.length() + more;
    if (length > room) {
      long larger = Math.max(length, 2 * room + 2);
      Toll.text(larger);
      room = larger;
    }
    Toll.pay(CALL + more / CHARACTERS_PER_UNIT);
  }

  /** Pays for characters that are looked at one by one, as one of them may take two bytes. */
  private void payForLetters(int more) {
    Toll.pay(more);
    pay(more);
  }

  /** Pays for more characters, and for moving those from {@code at} on. */
  private void payInsertion(int at, long more) {
    Toll.pay((letters.length() - Texts.within(at, letters.length())) / CHARACTERS_PER_UNIT);
    pay(more);
  }

  public TextBuilder append(String text) {
    String shown = text == null ? "null" : text;
    pay(shown.length());
    letters.append(shown);
    return this;
  }

  public TextBuilder append(Object one) {
    return append(Values.toString(one));
  }

  public TextBuilder append(CharSequence text) {
    return append((Object) text);
  }

  public TextBuilder append(CharSequence text, int begin, int end) {
    String shown = Values.toString(text);
    pay(Texts.within(end - begin, shown.length()));
    letters.append(shown, begin, end);
    return this;
  }

  public TextBuilder append(char[] text) {
    payForLetters(text.length);
    letters.append(text);
    return this;
  }

  public TextBuilder append(char[] text, int offset, int count) {
    payForLetters(Texts.within(count, text.length));
    letters.append(text, offset, count);
    return this;
  }

  public TextBuilder append(boolean truth) {
    return append(truth ? "true" : "false");
  }

  public TextBuilder append(char letter) {
    pay(1);
    letters.append(letter);
    return this;
  }

  public TextBuilder append(int number) {
    Toll.pay(NUMBER_CHARACTERS / 2);
    pay(NUMBER_CHARACTERS);
    letters.append(number);
    return this;
  }

  public TextBuilder append(long number) {
    Toll.pay(NUMBER_CHARACTERS);
    pay(NUMBER_CHARACTERS);
    letters.append(number);
    return this;
  }

  public TextBuilder insert(int at, String text) {
    String shown = text == null ? "null" : text;
    payInsertion(at, shown.length());
    letters.insert(at, shown);
    return this;
  }

  public TextBuilder insert(int at, Object one) {
    return insert(at, Values.toString(one));
  }

  public TextBuilder insert(int at, boolean truth) {
    return insert(at, truth ? "true" : "false");
  }

  public TextBuilder insert(int at, char letter) {
    payInsertion(at, 1);
    letters.insert(at, letter);
    return this;
  }

  public TextBuilder insert(int at, int number) {
    return insert(at, Texts.valueOf(number));
  }

  public TextBuilder insert(int at, long number) {
    return insert(at, Texts.valueOf(number));
  }

  public TextBuilder delete(int begin, int end) {
    payInsertion(begin, 0);
    letters.delete(begin, end);
    return this;
  }

  public TextBuilder deleteCharAt(int at) {
    payInsertion(at, 0);
    letters.deleteCharAt(at);
    return this;
  }

  public TextBuilder replace(int begin, int end, String text) {
    Toll.pay(REPLACEMENT);
    payInsertion(begin, text.length());
    letters.replace(begin, end, text);
    return this;
  }

  public TextBuilder reverse() {
    Toll.pay((long) REVERSED * letters.length());
    letters.reverse();
    return this;
  }

  public void setCharAt(int at, char letter) {
    letters.setCharAt(at, letter);
  }

  public void setLength(int length) {
    pay(Math.max(0, (long) length - letters.length()));
    letters.setLength(length);
  }

  @Override
  public int length() {
    return letters.length();
  }

  @Override
  public boolean isEmpty() {
    return letters.length() == 0;
  }

  @Override
  public char charAt(int at) {
    return letters.charAt(at);
  }

  public void getChars(int begin, int end, char[] target, int at) {
    Toll.pay(CALL + Texts.within(end - begin, letters.length()) / CHARACTERS_PER_UNIT);
    letters.getChars(begin, end, target, at);
  }

  public int indexOf(String part) {
    return TextSearch.indexOf(toString(), part);
  }

  public int indexOf(String part, int from) {
    return TextSearch.indexOf(toString(), part, from);
  }

  public String substring(int begin) {
    return substring(begin, letters.length());
  }

  public String substring(int begin, int end) {
    Toll.text(Texts.within(end - begin, letters.length()));
    return letters.substring(begin, end);
  }

  @Override
  public CharSequence subSequence(int begin, int end) {
    return substring(begin, end);
  }

  @Override
  public int compareTo(TextBuilder other) {
    Toll.pay(CALL + Math.min(letters.length(), other.letters.length()));
    return letters.compareTo(other.letters);
  }

  @Override
  public String toString() {
    Toll.text(letters.length());
    Toll.pay(letters.length() / CHARACTERS_PER_UNIT);
    return letters.toString();
  }
}
