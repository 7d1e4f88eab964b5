/**
 * Progress of the demo: waiting with a limit, sentences on the terminal, interruption, and
 * failures.
 *
 * <p>Knows no other package of the demo. Start reading at {@link
 * dev.rosa.client.demo.progress.Waits}.
 */
package dev.rosa.client.demo.progress;
