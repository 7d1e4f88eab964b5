/**
 * Staging of code secrets: the Authorization Server sends them to the Code Server until it has
 * confirmed each [ROSA §4.2.1].
 *
 * <p>Depends on {@code dev.rosa.as.records}. Start reading at {@link
 * dev.rosa.as.staging.SecretStaging}.
 */
package dev.rosa.as.staging;
