/**
 * Sources that are never banned: those that the operator allows, and those without which this
 * machine cannot be reached or administered.
 *
 * <p>Depends on {@code ban}. Start reading at {@link dev.rosa.firewall.plane.allow.AllowedSources}.
 */
package dev.rosa.firewall.plane.allow;
