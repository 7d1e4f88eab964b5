/**
 * Instrumentation of a bundle's classes, between their check and their definition: charges of fuel,
 * stack and memory, and twins in place of JDK members (PROTOCOL §4, §5 step 12).
 *
 * <p>May depend on {@code dev.rosa.bundle} and {@code dev.rosa.metering}, and on ASM. Start reading
 * at {@link dev.rosa.metering.instrument.Instrumenter}, then {@code MethodMeter}.
 */
package dev.rosa.metering.instrument;
