/**
 * Content of what servers send: kinds of files by their first bytes, media types, file names
 * (In-kernel filtering §IV.D.3).
 *
 * <p>Depends on {@code stream} for bytes of ASCII. Start reading at {@link
 * dev.rosa.proxy.content.FileKind}.
 */
package dev.rosa.proxy.content;
