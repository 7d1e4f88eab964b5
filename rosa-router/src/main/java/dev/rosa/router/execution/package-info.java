/**
 * Active code from its bundle to a running instance: loaded once, started within a bound, run
 * packet by packet (ROSA §4.2.3). The lane for bytecode, where metering belongs, is {@code
 * dev.rosa.router.execution.bytecode}.
 *
 * <p>Depends on {@code dev.rosa.bundle}, {@code api}, {@code keys}, {@code packetio}, {@code
 * serving} and {@code wire}, on no other package of the router. Start reading at {@link
 * dev.rosa.router.execution.ExecutionEnvironment}.
 */
package dev.rosa.router.execution;
