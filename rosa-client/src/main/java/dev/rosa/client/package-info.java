/**
 * Entry of the {@code rosa} command line. The commands are in {@code dev.rosa.client.command}, the
 * library that programs use instead of the commands in {@code dev.rosa.client.endpoint}.
 *
 * <p>Depends on every other package of this module. Start reading at {@link dev.rosa.client.Rosa}
 * (ROSA §3: Source and Destination).
 */
package dev.rosa.client;
