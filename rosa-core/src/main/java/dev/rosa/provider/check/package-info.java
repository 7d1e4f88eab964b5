/**
 * Checks that an engine passes before it serves: known answers, and repeated use of the same key
 * and engine.
 *
 * <p>Knows no other package of the provider choice. Start reading at {@link
 * dev.rosa.provider.check.KnownAnswer}.
 */
package dev.rosa.provider.check;
