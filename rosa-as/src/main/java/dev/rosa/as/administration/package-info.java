/**
 * Administration over the network: signed acts, their checks, and their execution by the same
 * classes as commands beside the server [PROTOCOL §6].
 *
 * <p>Depends on {@code dev.rosa.as.policy}, {@code dev.rosa.as.records}, {@code
 * dev.rosa.as.request} and {@code dev.rosa.as.state}. Start reading at {@link
 * dev.rosa.as.administration.AdministrationHandler}.
 */
package dev.rosa.as.administration;
