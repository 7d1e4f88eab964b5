/**
 * Administration of a domain: the statement by which an administrator signs an act, for commands,
 * Authorization Servers and auditors (PROTOCOL §6).
 *
 * <p>Depends on {@link dev.rosa.identity} and the generated {@link dev.rosa.control.v1}. Start
 * reading at {@link dev.rosa.administration.ActStatement}.
 */
package dev.rosa.administration;
