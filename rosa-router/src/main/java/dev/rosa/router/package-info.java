/**
 * Active Router: verifies diverted packets, runs their code and hands them back (PROTOCOL §5; ROSA
 * §4.2).
 *
 * <p>The root joins the parts: {@code execution} and {@code catalogue} know no other, {@code
 * session} knows {@code execution}, {@code pipeline} all three; {@code setup}, {@code status} and
 * {@code prewarm} stand above. Start reading at {@link
 * dev.rosa.router.pipeline.ActivePacketPipeline}, a packet's whole way.
 */
package dev.rosa.router;
