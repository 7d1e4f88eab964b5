/**
 * Staging at the Code Servers: the Authorization Server offers the domain's state, and sends the
 * codes' secrets until a Code Server has confirmed each [ROSA §4.2.1].
 *
 * <p>Depends on {@code dev.rosa.as.records} and {@code dev.rosa.as.state}. Start reading at {@link
 * dev.rosa.as.staging.SecretStaging}.
 */
package dev.rosa.as.staging;
