/** Tests of what authors of active code copy from {@code examples}. */
package dev.rosa.examples;
