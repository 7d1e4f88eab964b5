/**
 * Reader of routers' status pages over HTTP, and their table for a terminal.
 *
 * <p>Depends on {@code rosa-node} only. Start reading at {@link dev.rosa.client.status.RouterPage},
 * then {@link dev.rosa.client.status.StatusTable}. docs/operations.md explains the page's keys.
 */
package dev.rosa.client.status;
