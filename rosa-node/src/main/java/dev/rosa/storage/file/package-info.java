/**
 * Files on the disk that survive a crash, or are removed after one.
 *
 * <p>Depends on nothing but the JDK and a log. Start reading at {@link
 * dev.rosa.storage.file.DurableFile}.
 */
package dev.rosa.storage.file;
