/**
 * The packet path: fourteen steps over a batch, the workers that run them, and the slow path that
 * fetches what a packet lacks (PROTOCOL §5).
 *
 * <p>Depends on {@code execution}, {@code catalogue} and {@code session}. Start reading at {@link
 * dev.rosa.router.pipeline.ActivePacketPipeline}.
 */
package dev.rosa.router.pipeline;
