/**
 * Bench of the Authorization Server: sessions a second, beside what its parts can do at most.
 *
 * <p>Depends on the client's library, on the jars of the servers, which it starts, and on storage
 * and signatures for the ceilings. Start reading at {@link
 * dev.rosa.bench.authorization.AuthorizationBench}.
 */
package dev.rosa.bench.authorization;
