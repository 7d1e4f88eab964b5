/**
 * Parts of every bench's measurement: the machine, its load, medians, ratios with their facts.
 *
 * <p>Knows no other package of the benches. Start reading at {@link dev.rosa.bench.measure.Figure}.
 */
package dev.rosa.bench.measure;
