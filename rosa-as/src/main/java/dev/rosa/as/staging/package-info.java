/**
 * Staging at the Code Servers: each gets the domain's signed state, and the codes' secrets until it
 * has confirmed them [ROSA §4.2.1].
 *
 * <p>Depends on {@code dev.rosa.as.records} and {@code dev.rosa.as.state}. Start reading at {@link
 * dev.rosa.as.staging.SecretStaging}.
 */
package dev.rosa.as.staging;
