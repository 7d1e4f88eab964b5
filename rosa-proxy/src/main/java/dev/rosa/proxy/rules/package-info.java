/**
 * Rules of the proxy: read from its configuration, checked, brought into a canonical form, asked
 * about each request (In-kernel filtering §IV.B).
 *
 * <p>Depends on {@code rules.criterion}, {@code url}, {@code content} and {@code dev.rosa.config}.
 * Start reading at {@link dev.rosa.proxy.rules.RuleSet}.
 */
package dev.rosa.proxy.rules;
