package dev.rosa.proxy.icap;

/**
 * Answer of HTTP that is shown to a service.
 *
 * @param request line of the request and its host, as a head
 * @param head of the answer, without what is for the next hop alone
 * @param body memory of it
 * @param bodyBytes how much of the memory it is
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over once, never compared.
public record ShownAnswer(byte[] request, byte[] head, byte[] body, int bodyBytes) {

  int headsLength() {
    return request.length + head.length;
  }
}
