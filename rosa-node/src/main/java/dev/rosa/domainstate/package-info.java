/**
 * Signed state of the domain: its codes, their epochs and what was revoked. The Authorization
 * Server signs a {@link dev.rosa.domainstate.DomainState}, Code Servers carry it, routers obey it.
 * The list of revocations is the Authorization Server's, in {@code dev.rosa.as.state}.
 *
 * <p>Depends on {@code dev.rosa.identity}, {@code dev.rosa.control.v1} and {@code dev.rosa.keys}.
 * Start reading at {@link dev.rosa.domainstate.DomainState}.
 */
package dev.rosa.domainstate;
