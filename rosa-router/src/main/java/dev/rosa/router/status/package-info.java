/**
 * A router's status page, metrics and readiness.
 *
 * <p>Depends on {@code pipeline}, {@code catalogue} and {@code execution}. Start reading at {@link
 * dev.rosa.router.status.RouterStatus}. docs/operations.md explains each key.
 */
package dev.rosa.router.status;
