/**
 * Bytecode lane: code as classes of this JVM, checked against the allow-list, with a class loader
 * for each code (ROSA §4.2.2).
 *
 * <p>Depends on {@code dev.rosa.router.execution}. Metering of instructions belongs here, between
 * the check and the definition of classes. Start reading at {@link
 * dev.rosa.router.execution.bytecode.BytecodeLane}.
 */
package dev.rosa.router.execution.bytecode;
