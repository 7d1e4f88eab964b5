/**
 * Judgement of what a TELNET client sends: options by list, values of its environment, bounded
 * subnegotiations (RFC 854, RFC 1572).
 *
 * <p>Depends on {@code stream}. Start reading at {@link dev.rosa.proxy.telnet.TelnetJudge}.
 */
package dev.rosa.proxy.telnet;
