package dev.rosa.proxy.icap;

import java.util.function.IntPredicate;

/**
 * Answer of HTTP that is shown to a service.
 *
 * @param request line of the request and its host, as a head
 * @param head of the answer, without what is for the next hop alone
 * @param body memory of it
 * @param bodyBytes how much of the memory it is
 * @param room tells whether there is memory for so many bytes of another body, in all
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over once, never compared.
public record ShownAnswer(
    byte[] request, byte[] head, byte[] body, int bodyBytes, IntPredicate room) {

  int headsLength() {
    return request.length + head.length;
  }
}
