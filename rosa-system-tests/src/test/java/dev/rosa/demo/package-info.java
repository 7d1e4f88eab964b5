/**
 * Tests of {@code rosa demo} as a user runs it: from the built jars, as a process of its own.
 *
 * <p>Depends on Jackson and the jars only. Start reading at {@code DemoTest}.
 */
package dev.rosa.demo;
