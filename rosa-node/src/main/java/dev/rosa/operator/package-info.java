/**
 * Operators' commands to a running role: its Unix socket, the client of it, and the commands'
 * common part. One request and its answer are lines of JSON.
 *
 * <p>Depends on {@code dev.rosa.config}. Start reading at {@link dev.rosa.operator.OperatorSocket}.
 */
package dev.rosa.operator;
