/**
 * Domain in which benches measure routers: real servers as processes of their own, published codes,
 * and sessions for them.
 *
 * <p>Depends on the core, the client's library (for sessions) and the jars of the roles, which it
 * starts. Start reading at {@link dev.rosa.bench.domain.BenchDomain}.
 */
package dev.rosa.bench.domain;
