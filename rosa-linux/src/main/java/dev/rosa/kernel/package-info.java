/**
 * Linux system calls that Java has no words for, by JNA: capabilities, an exec of oneself, pipes;
 * packet sockets, their rings and what wakes their threads; UDP with Router Alert, and with the
 * options that datagrams came with. For start-up and for what happens a few times a second, but for
 * {@link dev.rosa.kernel.RingCalls}, which native code may take over. Every failure is a sentence:
 * what failed, on what, and what Linux said.
 *
 * <p>Depends on nothing of ours. Start reading with {@code Privileges} and {@code SelfExec}, or
 * with {@code PacketSocket} (ADR 0014).
 */
package dev.rosa.kernel;
