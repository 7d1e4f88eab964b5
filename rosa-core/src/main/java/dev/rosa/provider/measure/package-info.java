/**
 * Measurement of engines: what was measured, on which machine, in which mix of packets, and the
 * file that keeps it.
 *
 * <p>Knows no other package of the provider choice. Start reading at {@link
 * dev.rosa.provider.measure.Measurement}.
 */
package dev.rosa.provider.measure;
