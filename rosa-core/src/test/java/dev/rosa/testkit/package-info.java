/**
 * Test kit of all modules: captured logs, waits, limits of servers, SIGHUP for child processes.
 * Depends on {@code dev.rosa.control}, {@code dev.rosa.serving}, JUnit, SLF4J and Logback. Start
 * reading at {@link dev.rosa.testkit.CapturedLog}.
 */
package dev.rosa.testkit;
