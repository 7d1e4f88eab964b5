/**
 * Judgement of TLS by its first message, without decryption: the server's name and the protocols
 * that the client offers (RFC 8446 §4.1.2, RFC 6066 §3, RFC 7301).
 *
 * <p>Depends on {@code stream} and {@code url}. Start reading at {@link
 * dev.rosa.proxy.tls.ClientHelloJudge}.
 */
package dev.rosa.proxy.tls;
