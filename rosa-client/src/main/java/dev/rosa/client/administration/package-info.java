/**
 * The command {@code rosa admin}: administration of a domain over the network.
 *
 * <p>Depends on {@link dev.rosa.client.endpoint}, {@link dev.rosa.identity} and {@link
 * dev.rosa.serving}. Start reading at {@link dev.rosa.client.administration.AdminCommand}.
 */
package dev.rosa.client.administration;
