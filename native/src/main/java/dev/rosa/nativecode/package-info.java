/**
 * Brings native libraries into the JVM: from beside the role's jar or extracted to a private
 * directory, of the right version, or not at all and with a reason.
 *
 * <p>Depends on nothing of ours. Start reading at {@link dev.rosa.nativecode.NativeLibrary}; the
 * libraries themselves are made by {@code native/Makefile}.
 */
package dev.rosa.nativecode;
