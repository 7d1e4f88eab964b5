/**
 * The whole domain end to end: the role jars as separate processes on loopback, as an operator
 * starts them, looked at from outside only (status pages, exit codes, what arrives). Needs packaged
 * jars: {@code mvn verify} at the root.
 *
 * <p>Start reading at {@link dev.rosa.endtoend.Lab}, which makes a domain and runs its nodes, then
 * at {@link dev.rosa.endtoend.ForeignSourceTest}.
 */
package dev.rosa.endtoend;
