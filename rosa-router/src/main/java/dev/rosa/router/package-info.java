/**
 * Active Router: verifies diverted packets, runs their code and hands them back (PROTOCOL §5; ROSA
 * §4.2).
 *
 * <p>Depends on {@code dev.rosa.api}, {@code dev.rosa.divert} and the packages of rosa-core. Start
 * reading at {@code ActivePacketPipeline}, a packet's whole way.
 */
package dev.rosa.router;
