/**
 * Policy of the domain: rules, quotas, windows of time, and the reasons for a refusal [ROSA §4.1].
 *
 * <p>Knows no storage and no network. Start reading at {@link dev.rosa.as.policy.Rule}.
 */
package dev.rosa.as.policy;
