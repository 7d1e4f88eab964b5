/**
 * Loader of native libraries, from beside the role's jar or extracted to a private directory. A
 * library that is absent or of a wrong version is reported with a reason.
 *
 * <p>Depends on no other package of ROSA. Start reading at {@link
 * dev.rosa.nativecode.NativeLibrary}. {@code native/Makefile} makes the libraries.
 */
package dev.rosa.nativecode;
