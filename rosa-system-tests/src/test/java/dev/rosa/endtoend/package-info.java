/**
 * Tests of the whole domain end to end: the role jars as separate processes on loopback, as an
 * operator starts them. They are observed only from outside (status pages, exit codes, received
 * packets). Needs packaged jars: {@code mvn verify} at the root.
 *
 * <p>Start reading at {@link dev.rosa.endtoend.Lab}, which makes a domain and runs its nodes, then
 * at {@link dev.rosa.endtoend.ForeignSourceTest}.
 */
package dev.rosa.endtoend;
