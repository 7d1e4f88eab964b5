/**
 * {@code rosa demo} as a user runs it: from the built jars, as a process of its own.
 *
 * <p>Depends on nothing but Jackson and the jars. Start reading at {@code DemoTest}.
 */
package dev.rosa.demo;
