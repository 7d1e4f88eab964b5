/**
 * Tests of the JCE provider with published vectors, and against the JDK's own provider as
 * reference.
 */
package dev.rosa.gcrypt;
