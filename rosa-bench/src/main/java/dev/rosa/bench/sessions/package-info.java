/**
 * Bench of a packet's cost with few and with very many live sessions.
 *
 * <p>Depends on the core and the router. Start reading at {@link
 * dev.rosa.bench.sessions.SessionsCommand}.
 */
package dev.rosa.bench.sessions;
