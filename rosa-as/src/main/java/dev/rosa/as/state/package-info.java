/**
 * The domain's state: revocations, the segments of their list, and the signing of the state that
 * Code Servers carry to the routers [ADR 35].
 *
 * <p>Depends on {@code dev.rosa.as.records}, {@code dev.rosa.as.policy}, {@code
 * dev.rosa.domainstate}, {@code dev.rosa.storage} and JDBI. Start reading at {@link
 * dev.rosa.as.state.StatePublication}, or at {@link dev.rosa.as.state.SessionRevocations} for an
 * operator's act.
 */
package dev.rosa.as.state;
