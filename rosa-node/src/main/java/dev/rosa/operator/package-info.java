/**
 * Operators' commands to a running role: its Unix socket, and the client of it. One request and its
 * answer are lines of JSON.
 *
 * <p>Depends on {@code dev.rosa.config}. Start reading at {@link dev.rosa.operator.OperatorSocket}.
 */
package dev.rosa.operator;
