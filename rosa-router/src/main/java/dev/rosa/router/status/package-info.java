/**
 * A router's status page, metrics and readiness.
 *
 * <p>Depends on {@code pipeline} and {@code catalogue}. Start reading at {@link
 * dev.rosa.router.status.RouterStatus}. docs/operations.md explains each key.
 */
package dev.rosa.router.status;
