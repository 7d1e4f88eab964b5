/**
 * Fuzz targets for all input that unauthorised senders can hand to ROSA: packets, control messages,
 * bundles, captures, configurations. Each is a class with {@code fuzzerTestOneInput} that throws
 * when a promise is broken. {@link dev.rosa.fuzz.FuzzTest} runs all of them under Jazzer, briefly
 * within the suite and longer with {@code -Dfuzz.seconds=N}.
 */
package dev.rosa.fuzz;
