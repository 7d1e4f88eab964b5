/**
 * The Active Router: diverted packets are verified, their code is run, and they are handed back
 * (PROTOCOL §5; ROSA §4.2).
 *
 * <p>Depends on {@code dev.rosa.api} and the rooms of rosa-core. A packet's whole way is {@code
 * ActivePacketPipeline}; start reading there.
 */
package dev.rosa.router;
