/**
 * The rules as the policy of each protocol's judge: a request becomes a question, and the rule that
 * decides becomes a judgement (In-kernel filtering §IV.D).
 *
 * <p>Depends on {@code rules}, {@code http}, {@code ftp}, {@code tls}, {@code content}, {@code
 * url}, {@code login}, {@code journal}, {@code stream} and {@code dev.rosa.serving}. Start reading
 * at {@link dev.rosa.proxy.policy.RuledHttp}.
 */
package dev.rosa.proxy.policy;
