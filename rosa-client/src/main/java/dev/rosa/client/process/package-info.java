/**
 * Programs as processes of their own: how they are started, their output, free ports for them.
 *
 * <p>Knows no other package of the client. Start reading at {@link
 * dev.rosa.client.process.Program}.
 */
package dev.rosa.client.process;
