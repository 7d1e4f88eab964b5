/**
 * Criteria of rules: what a rule asks of user, addresses, URL, command, content and time. Each one
 * tells whether a question meets it, and whether it covers another.
 *
 * <p>Depends on {@code url}, {@code content}, {@code stream} and {@code dev.rosa.config}. Start
 * reading at {@link dev.rosa.proxy.rules.criterion.Criterion}.
 */
package dev.rosa.proxy.rules.criterion;
