/**
 * Proofs of metered code: generated programs, hostile bundles and mutated class files against
 * admission, metering and loading. {@code ./rosa test code NAME} runs one of them at length.
 *
 * <p>Start reading at {@link dev.rosa.code.HostileShapes}, {@link dev.rosa.code.ProgramWriter}, and
 * the tests.
 */
package dev.rosa.code;
