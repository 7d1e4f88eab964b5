/**
 * Brings native libraries into the JVM: extracted to a private directory, of the right version, or
 * not at all and with a reason.
 *
 * <p>Depends on nothing of ours.
 */
package dev.rosa.nativecode;
