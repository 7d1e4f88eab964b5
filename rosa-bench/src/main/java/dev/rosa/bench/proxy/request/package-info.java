/**
 * Requests of the bench of the proxy: what is asked for, the program that asks, and what it cost.
 *
 * <p>Depends on {@code ground}. Start reading at {@link dev.rosa.bench.proxy.request.Wrk}.
 */
package dev.rosa.bench.proxy.request;
