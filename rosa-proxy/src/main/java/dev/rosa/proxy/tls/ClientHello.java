package dev.rosa.proxy.tls;

import dev.rosa.proxy.stream.AsciiBytes;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A complete ClientHello: name of the server, protocols, an encrypted one inside. Reused; reading
 * allocates nothing. Owned by one thread.
 */
public final class ClientHello {
  private static final int SERVER_NAME = 0;
  private static final int ALPN = 16;
  private static final int EARLY_DATA = 42;
  private static final int SUPPORTED_VERSIONS = 43;
  private static final int ENCRYPTED = 0xfe0d;
  private static final int OLD_ENCRYPTED = 0xffce;
  private static final int VERSION_AND_RANDOM = 2 + 32;
  private static final int EXTENSION_HEADER = 4;

  private byte[] bytes;
  private int at;
  private int end;
  private int nameBegin;
  private int nameEnd;
  private int protocolsBegin;
  private int protocolsEnd;
  private boolean isEncrypted;
  private boolean hasVersions;
  private boolean hasEarlyData;

  /**
   * Reads a message.
   *
   * @param message without its header of 4 bytes
   * @return false if it contradicts itself, or says something twice
   */
  boolean read(byte[] message, int begin, int messageEnd) {
    bytes = message;
    at = begin;
    end = messageEnd;
    nameBegin = -1;
    protocolsBegin = -1;
    isEncrypted = false;
    hasVersions = false;
    hasEarlyData = false;
    boolean hasFixedPart =
        skip(VERSION_AND_RANDOM) && skipVector(1) && skipVector(2) && skipVector(1);
    // Very old clients send no extensions at all.
    return hasFixedPart && (at == end || readExtensions());
  }

  private boolean skip(int count) {
    at += count;
    return at <= end;
  }

  /** Skips bytes that their length stands before, in 1 or 2 bytes. */
  private boolean skipVector(int lengthBytes) {
    int length = number(lengthBytes);
    return length >= 0 && skip(length);
  }

  private int number(int count) {
    if (end - at < count) {
      return -1;
    }
    int number = 0;
    for (int i = 0; i < count; i++) {
      number = number << 8 | (bytes[at++] & 0xff);
    }
    return number;
  }

  private boolean readExtensions() {
    if (number(2) != end - at) {
      return false;
    }
    while (at < end) {
      if (end - at < EXTENSION_HEADER) {
        return false;
      }
      int type = number(2);
      int length = number(2);
      if (length > end - at || !readExtension(type, at, at + length)) {
        return false;
      }
      at += length;
    }
    return true;
  }

  private boolean readExtension(int type, int begin, int extensionEnd) {
    return switch (type) {
      case SERVER_NAME -> nameBegin < 0 && readName(begin, extensionEnd);
      case ALPN -> protocolsBegin < 0 && readProtocols(begin, extensionEnd);
      case ENCRYPTED, OLD_ENCRYPTED -> {
        isEncrypted = true;
        yield true;
      }
      case SUPPORTED_VERSIONS -> {
        hasVersions = true;
        yield true;
      }
      case EARLY_DATA -> {
        hasEarlyData = true;
        yield true;
      }
      default -> true;
    };
  }

  /** One name, of type 0; a list of several would be read differently. */
  private boolean readName(int begin, int extensionEnd) {
    int length = extensionEnd - begin;
    boolean isOne =
        length > 5
            && shortAt(begin) == length - 2
            && bytes[begin + 2] == 0
            && shortAt(begin + 3) == length - 5;
    nameBegin = begin + 5;
    nameEnd = extensionEnd;
    return isOne;
  }

  private boolean readProtocols(int begin, int extensionEnd) {
    if (extensionEnd - begin < 2 || shortAt(begin) != extensionEnd - begin - 2) {
      return false;
    }
    protocolsBegin = begin + 2;
    protocolsEnd = extensionEnd;
    int place = protocolsBegin;
    while (place < protocolsEnd) {
      int length = bytes[place] & 0xff;
      if (length == 0) {
        return false;
      }
      place += 1 + length;
    }
    return place == protocolsEnd;
  }

  private int shortAt(int place) {
    return (bytes[place] & 0xff) << 8 | (bytes[place + 1] & 0xff);
  }

  /** Memory of the message. */
  byte[] bytes() {
    return bytes;
  }

  boolean hasName() {
    return nameBegin >= 0;
  }

  int nameBegin() {
    return nameBegin;
  }

  int nameEnd() {
    return nameEnd;
  }

  /** True if it has another ClientHello inside, or says so (GREASE): both look alike. */
  boolean isEncrypted() {
    return isEncrypted;
  }

  /** True if the server may ask for another one: it offers TLS 1.3. */
  boolean mayComeAgain() {
    return hasVersions;
  }

  /** True if encrypted data may follow, which a server that asks for another one skips. */
  boolean hasEarlyData() {
    return hasEarlyData;
  }

  /** Parts that another one for the same connection must have, too. */
  Asked asked() {
    return new Asked(isEncrypted, copy(nameBegin, nameEnd), copy(protocolsBegin, protocolsEnd));
  }

  private ByteBuffer copy(int from, int to) {
    return from < 0 ? null : ByteBuffer.wrap(Arrays.copyOfRange(bytes, from, to));
  }

  /** Name and protocols; null: it has none. */
  record Asked(boolean isEncrypted, ByteBuffer name, ByteBuffer protocols) {}

  /** Tells whether the client offers a protocol, such as {@code h2}. */
  public boolean offers(byte[] protocol) {
    int place = protocolsBegin;
    while (place >= 0 && place < protocolsEnd) {
      int next = place + 1 + (bytes[place] & 0xff);
      if (AsciiBytes.same(bytes, place + 1, next, protocol)) {
        return true;
      }
      place = next;
    }
    return false;
  }
}
