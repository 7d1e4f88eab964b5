/**
 * Command line of the plane's operators: {@code status}, {@code list}, {@code show}, {@code ban},
 * {@code lift}, {@code allow}, {@code watch}, {@code report}, {@code explain}, {@code remove}.
 *
 * <p>Depends on {@code ban}, {@code policy}, {@code allow}, {@code dev.rosa.operator} and {@code
 * dev.rosa.evidence}. Start reading at {@link dev.rosa.firewall.plane.operator.OperatorCommand}.
 */
package dev.rosa.firewall.plane.operator;
