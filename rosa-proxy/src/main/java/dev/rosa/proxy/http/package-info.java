/**
 * Judgement of HTTP/1.x: each request of a kept or pipelined connection, and the heads of responses
 * (In-kernel filtering §IV.D). What servers may read in different ways is refused.
 *
 * <p>Depends on {@code stream} and {@code url}. Start reading at {@link
 * dev.rosa.proxy.http.HttpRequestJudge}.
 */
package dev.rosa.proxy.http;
