/**
 * Tests of packet rings on a virtual link of their own. Each scenario of {@link
 * dev.rosa.rings.RingLab} runs in a JVM inside a network namespace of its own.
 */
package dev.rosa.rings;
