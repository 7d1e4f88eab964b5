/**
 * Commands of the demos and of {@code ./rosa lab}: options in, a report out.
 *
 * <p>Uses {@code dev.rosa.client.demo} and the frame of all commands. Start reading at {@link
 * dev.rosa.client.command.demo.DemoCommand}.
 */
package dev.rosa.client.command.demo;
