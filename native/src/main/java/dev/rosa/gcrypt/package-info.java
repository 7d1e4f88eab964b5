/**
 * The JCE provider {@code RosaGcrypt}: libgcrypt behind the interfaces of {@code javax.crypto}.
 *
 * <p>Depends on {@code dev.rosa.nativecode} only.
 */
package dev.rosa.gcrypt;
