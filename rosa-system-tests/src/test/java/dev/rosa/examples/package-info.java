/** Tests of the files in {@code examples} that authors of active code copy. */
package dev.rosa.examples;
