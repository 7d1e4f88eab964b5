package dev.rosa.proxy.telnet;

import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.stream.StreamJudge;
import java.nio.ByteBuffer;
import java.util.BitSet;

/**
 * Judge of a TELNET client. Data pass; commands are held until they are complete, and their options
 * and values are checked. After so many lines of data, name and password, all passes. Nothing is
 * allocated for a segment. Owned by one thread.
 */
public final class TelnetJudge implements StreamJudge {

  /** Most bytes of a subnegotiation. */
  static final int LONGEST = 512;

  private static final int IAC = 255;
  private static final int DONT = 254;
  private static final int DO = 253;
  private static final int WONT = 252;
  private static final int WILL = 251;
  private static final int SB = 250;
  private static final int SE = 240;

  private static final int TERMINAL_TYPE = 24;
  private static final int AUTHENTICATION = 37;
  private static final int LINEMODE = 34;
  private static final int SLC = 3;
  private static final int SLC_BYTES = 3;
  private static final int MOST_SLC = 18;
  private static final int MOST_SLC_BYTES = 100;
  private static final int ENCRYPTION = 38;
  private static final int NEW_ENVIRON = 39;

  /** Word of a client that tells which encryptions it supports. */
  private static final int SUPPORT = 1;

  private enum At {
    BYTES,
    COMMAND,
    OPTION,
    SUBNEGOTIATION,
    COMMAND_IN_SUBNEGOTIATION,
    REFUSED
  }

  private final BitSet options;
  private final EnvironmentCheck environment;
  private final int controlledLines;
  private final byte[] subnegotiation = new byte[LONGEST];

  private At at = At.BYTES;
  private int command;
  private int length;
  private int lines;
  private RefusalReason reason;

  /** For one connection. */
  public TelnetJudge(TelnetLimits limits) {
    options = limits.optionBits();
    environment = new EnvironmentCheck(limits.variableBytes());
    controlledLines = limits.controlledLines();
  }

  @Override
  public Judgement judge(ByteBuffer memory, int offset, int count) {
    for (int i = 0; i < count && at != At.REFUSED; i++) {
      step(memory.get(offset + i) & 0xff);
    }
    if (at == At.REFUSED) {
      return Judgement.REFUSE;
    }
    if (at != At.BYTES) {
      return Judgement.HOLD;
    }
    boolean isLoggedIn = controlledLines > 0 && lines >= controlledLines;
    return isLoggedIn ? Judgement.PASS_THROUGH : Judgement.PASS;
  }

  private void step(int b) {
    switch (at) {
      case BYTES -> data(b);
      case COMMAND -> command(b);
      case OPTION -> option(b);
      case SUBNEGOTIATION -> subnegotiation(b);
      case COMMAND_IN_SUBNEGOTIATION -> inSubnegotiation(b);
      case REFUSED -> {
        // Nothing is read any more.
      }
    }
  }

  private void data(int b) {
    if (b == IAC) {
      at = At.COMMAND;
    } else if (b == '\r') {
      lines++;
    }
  }

  private void command(int b) {
    command = b;
    switch (b) {
      case WILL, WONT, DO, DONT -> at = At.OPTION;
      case SB -> {
        at = At.SUBNEGOTIATION;
        length = 0;
      }
      default -> {
        // IAC IAC is the byte 255; 241 to 249 are commands of one byte.
        boolean isKnown = b == IAC || (b > SE && b < SB);
        at = At.BYTES;
        if (!isKnown) {
          refuse(RefusalReason.AMBIGUOUS);
        }
      }
    }
  }

  private void option(int b) {
    boolean isRefusal = command == WONT || command == DONT;
    // That the server proves who it is; the usual clients ask for it.
    boolean isOfServer = command == DO && b == AUTHENTICATION;
    at = At.BYTES;
    if (!isRefusal && !isOfServer && !options.get(b)) {
      refuse(RefusalReason.OPTION);
    }
  }

  private void subnegotiation(int b) {
    if (b == IAC) {
      at = At.COMMAND_IN_SUBNEGOTIATION;
    } else {
      keep(b);
    }
  }

  private void inSubnegotiation(int b) {
    at = At.SUBNEGOTIATION;
    if (b == IAC) {
      keep(b);
    } else if (b == SE) {
      at = At.BYTES;
      endSubnegotiation();
    } else {
      // Servers end it here, or go on.
      refuse(RefusalReason.AMBIGUOUS);
    }
  }

  private void keep(int b) {
    if (length == LONGEST) {
      refuse(RefusalReason.SUBNEGOTIATION_TOO_LONG);
    } else {
      subnegotiation[length++] = (byte) b;
    }
  }

  private void endSubnegotiation() {
    int option = length == 0 ? -1 : subnegotiation[0] & 0xff;
    if (option < 0 || !options.get(option)) {
      refuse(RefusalReason.OPTION);
    } else if (option == ENCRYPTION && !supportsNoEncryption()) {
      refuse(RefusalReason.OPTION);
    } else if (option == NEW_ENVIRON && !environment.isHarmless(subnegotiation, 1, length)) {
      refuse(RefusalReason.ENVIRONMENT);
    } else if (option == TERMINAL_TYPE && !isHarmlessType()) {
      refuse(RefusalReason.ENVIRONMENT);
    } else if (option == LINEMODE && length > 1 && subnegotiation[1] == SLC && !isHarmlessSlc()) {
      refuse(RefusalReason.OPTION);
    }
  }

  /**
   * Special characters of line mode (RFC 1184): servers answer those that they do not know, into
   * memory with room for those that there are (CVE-2026-32746). The function 0 asks for all.
   */
  private boolean isHarmlessSlc() {
    int answered = 0;
    boolean isAlone = length == 2 + SLC_BYTES;
    for (int i = 2; i < length; i++) {
      boolean isFunction = (i - 2) % SLC_BYTES == 0;
      int function = subnegotiation[i] & 0xff;
      if (isFunction && (function > MOST_SLC || (function == 0 && !isAlone))) {
        return false;
      }
      answered += subnegotiation[i] == (byte) 0xff ? 2 : 1;
    }
    return (length - 2) % SLC_BYTES == 0 && answered <= MOST_SLC_BYTES;
  }

  /** The usual clients negotiate it, and support none. */
  private boolean supportsNoEncryption() {
    return length == 2 && subnegotiation[1] == SUPPORT;
  }

  /** Servers make the variable TERM of it. */
  private boolean isHarmlessType() {
    return length < 2 || EnvironmentCheck.isHarmlessValue(subnegotiation, 2, length);
  }

  private void refuse(RefusalReason why) {
    reason = why;
    at = At.REFUSED;
  }

  @Override
  public RefusalReason reason() {
    return reason;
  }

  @Override
  public long unreadBytes() {
    return 0;
  }
}
