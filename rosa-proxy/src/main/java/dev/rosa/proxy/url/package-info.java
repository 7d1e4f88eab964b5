/**
 * URLs in one normal form, and lists of many URLs with categories (In-kernel filtering §IV.D.2).
 *
 * <p>Depends on {@code stream} for bytes of ASCII, and on {@code dev.rosa.config} for addresses.
 * Start reading at {@link dev.rosa.proxy.url.NormalUrl}.
 */
package dev.rosa.proxy.url;
