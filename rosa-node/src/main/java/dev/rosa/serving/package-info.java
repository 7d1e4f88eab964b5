/**
 * Common parts of servers: the shares of connections that peers may take, the counts of refusals,
 * and the status pages.
 *
 * <p>Depends on {@link dev.rosa.config}, {@link dev.rosa.command}, Netty and Micrometer. Start
 * reading at {@link dev.rosa.serving.ConnectionShares}, then {@link dev.rosa.serving.StatusServer}.
 */
package dev.rosa.serving;
