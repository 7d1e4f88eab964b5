package dev.rosa.proxy.cache;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;

/**
 * Table of the automaton by which the program reads a request: for each state and byte the next
 * state, and whether the byte is of the verdict's key. It takes GET and HEAD of HTTP/1.1 with one
 * plain Host, without a body, and with such fields alone as change nothing about the request. What
 * it takes is a part of what the daemon takes.
 *
 * <p>The key's text is the request line with its CR, and the host. Used once.
 */
final class HeadTable {

  /** Bits of an entry that are the next state. */
  static final int STATE_BITS = 10;

  static final int STATES = 1 << STATE_BITS;
  static final int SYMBOLS = 1 << Byte.SIZE;

  /** Bytes of the table, in entries of two. */
  static final int BYTES = STATES * SYMBOLS * Short.BYTES;

  /** Says that the byte is of the key. */
  static final int KEEP = 1 << STATE_BITS;

  /** State that nothing leads away from. */
  static final int DEAD = 0;

  static final int START = 1;

  /** State behind the empty last line; nothing follows it. */
  static final int ACCEPT = 2;

  /**
   * Fields that concern neither rules nor the length of the message. None has fewer than six
   * letters, and none may be empty: so no request has more fields than the daemon takes.
   */
  private static final List<String> HARMLESS =
      List.of(
          "accept",
          "accept-charset",
          "accept-encoding",
          "accept-language",
          "authorization",
          "cache-control",
          "cookie",
          "if-modified-since",
          "if-none-match",
          "origin",
          "pragma",
          "priority",
          "purpose",
          "referer",
          "save-data",
          "sec-ch-ua",
          "sec-ch-ua-mobile",
          "sec-ch-ua-platform",
          "sec-fetch-dest",
          "sec-fetch-mode",
          "sec-fetch-site",
          "sec-fetch-user",
          "sec-purpose",
          "upgrade-insecure-requests",
          "user-agent",
          "x-requested-with");

  private static final List<String> CONNECTIONS = List.of("keep-alive", "close");

  private final short[] entries = new short[STATES * SYMBOLS];
  private int used = ACCEPT + 1;

  private HeadTable() {
    int fields = state();
    int fieldsBehindHost = state();
    requestLine("GET ", fields);
    requestLine("HEAD ", fields);
    fields(fields);
    fields(fieldsBehindHost);
    host(fields, fieldsBehindHost);
    int last = state();
    put(fieldsBehindHost, '\r', last);
    put(last, '\n', ACCEPT);
  }

  /** The table as the program reads it. */
  static void write(ByteBuffer into) {
    short[] entries = new HeadTable().entries;
    for (int i = 0; i < entries.length; i++) {
      into.putShort(i * Short.BYTES, entries[i]);
    }
  }

  private int state() {
    if (used == STATES) {
      throw new IllegalStateException("more than %d states".formatted(STATES));
    }
    return used++;
  }

  private void put(int state, int symbol, int entry) {
    entries[state * SYMBOLS + symbol] = (short) entry;
  }

  private int next(int state, int symbol) {
    return entries[state * SYMBOLS + symbol] & STATES - 1;
  }

  /** A text in this case; the state behind it. */
  private int text(int from, String text, int flag) {
    int state = from;
    for (int i = 0; i < text.length(); i++) {
      int known = next(state, text.charAt(i));
      int following = known == DEAD ? state() : known;
      put(state, text.charAt(i), following | flag);
      state = following;
    }
    return state;
  }

  /** A text in any case; the state behind it. */
  private int word(int from, String text) {
    int state = from;
    for (int i = 0; i < text.length(); i++) {
      char lower = text.charAt(i);
      int known = next(state, lower);
      int following = known == DEAD ? state() : known;
      put(state, lower, following);
      put(state, Character.toUpperCase(lower), following);
      state = following;
    }
    return state;
  }

  private void requestLine(String method, int fields) {
    int target = text(text(START, method, KEEP), "/", KEEP);
    for (int symbol = '!'; symbol <= '~'; symbol++) {
      put(target, symbol, target | KEEP);
    }
    int end = text(target, " HTTP/1.1\r", KEEP);
    put(end, '\n', fields);
  }

  private void fields(int begin) {
    int lineFeed = state();
    put(lineFeed, '\n', begin);
    int rest = state();
    int first = state();
    for (int symbol = ' '; symbol <= '~'; symbol++) {
      put(first, symbol, rest);
      put(rest, symbol, rest);
    }
    put(rest, '\r', lineFeed);
    for (String name : HARMLESS) {
      put(word(begin, name.toLowerCase(Locale.ROOT)), ':', first);
    }
    int connection = afterColon(word(begin, "connection"));
    for (String value : CONNECTIONS) {
      put(word(connection, value), '\r', lineFeed);
    }
  }

  /** The state behind a colon and one blank. */
  private int afterColon(int name) {
    int colon = state();
    int value = state();
    put(name, ':', colon);
    put(colon, ' ', value);
    return value;
  }

  private void host(int fields, int behind) {
    int lineFeed = state();
    put(lineFeed, '\n', behind);
    int host = state();
    int begin = afterColon(word(fields, "host"));
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
      if (isOfHost(symbol)) {
        put(begin, symbol, host | KEEP);
        put(host, symbol, host | KEEP);
      }
    }
    put(host, '\r', lineFeed);
  }

  static boolean isOfHost(int symbol) {
    return (symbol >= 'a' && symbol <= 'z')
        || (symbol >= 'A' && symbol <= 'Z')
        || (symbol >= '0' && symbol <= '9')
        || ".-:[]".indexOf(symbol) >= 0;
  }
}
