/**
 * Command line of the proxy's operators and users: {@code who}, {@code logout}, {@code user},
 * {@code login}, {@code log}, {@code top}.
 *
 * <p>Depends on {@code rules}, {@code login}, {@code journal} and {@code dev.rosa.operator}. Start
 * reading at {@link dev.rosa.proxy.operator.OperatedProxy}.
 */
package dev.rosa.proxy.operator;
