/**
 * Fuzz targets for all input that unauthorised senders can hand to ROSA: packets, control messages,
 * bundles, captures, configurations. Each is a class with {@code fuzzerTestOneInput} that throws
 * when a promise is broken. {@link dev.rosa.fuzz.FuzzTargetsTest} gives random input to all of
 * them; {@link dev.rosa.fuzz.FuzzTest} runs one under Jazzer, and all with {@code
 * -Dfuzz.seconds=N}.
 */
package dev.rosa.fuzz;
