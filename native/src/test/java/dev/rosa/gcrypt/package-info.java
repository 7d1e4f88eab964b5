/** The JCE provider against published vectors, and against the JDK's own provider as reference. */
package dev.rosa.gcrypt;
