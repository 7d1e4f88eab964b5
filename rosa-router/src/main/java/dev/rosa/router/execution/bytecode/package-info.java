/**
 * Bytecode lane: code that runs as classes of this JVM, checked against the allow list, each code
 * with a class loader of its own (ROSA §4.2.2).
 *
 * <p>Depends on {@code dev.rosa.router.execution}. Metering of instructions belongs here, between
 * the check and the definition of classes. Start reading at {@link
 * dev.rosa.router.execution.bytecode.BytecodeLane}.
 */
package dev.rosa.router.execution.bytecode;
