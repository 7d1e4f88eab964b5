/**
 * Metering of active code: budgets of fuel, memory and stack that instrumented code and the twins
 * of JDK members charge before they work (PROTOCOL §4, §5 step 12; ROSA §2).
 *
 * <p>Depends on nothing but the JDK. Start reading at {@link dev.rosa.metering.Meter}.
 */
package dev.rosa.metering;
