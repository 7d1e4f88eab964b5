/**
 * Linux system calls that Java has no API for, by JNA. There are capabilities, an exec of the
 * process itself, pipes, packet sockets, their rings and the wake-up of their threads. There is UDP
 * with Router Alert, and with the options of received datagrams. All are for start-up and for work
 * a few times a second, except {@link dev.rosa.kernel.RingCalls}, which native code may implement.
 * Every failure is a sentence: the operation, its object, and Linux's error.
 *
 * <p>Depends on no other package of ROSA. Start reading at {@code Privileges} and {@code SelfExec},
 * or at {@code PacketSocket} (ADR 14).
 */
package dev.rosa.kernel;
