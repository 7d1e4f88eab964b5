package dev.rosa.proxy.http.relay;

import dev.rosa.proxy.http.RequestHead;
import dev.rosa.proxy.stream.AsciiBytes;

/**
 * A request that was allowed.
 *
 * @param head for the server
 * @param url line of the request and its host, as a head
 * @param isHead whether its answer has no body
 * @param isConnect whether a tunnel is asked for
 * @param isVersion11 whether its client knows interim answers, as HTTP/1.0 does not
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over once, never compared.
record Asked(byte[] head, byte[] url, boolean isHead, boolean isConnect, boolean isVersion11) {
  private static final byte[] HEAD = AsciiBytes.of("HEAD");
  private static final byte[] CONNECT = AsciiBytes.of("CONNECT");

  /**
   * Copies a request.
   *
   * @param isWhole whether the server is to send all of the content, unpacked
   */
  static Asked of(RequestHead request, boolean isWhole) {
    return new Asked(
        isWhole ? request.copyForWhole() : request.copy(),
        request.copyOfUrl(),
        request.isMethod(HEAD),
        request.isMethod(CONNECT),
        request.isVersion11());
  }
}
