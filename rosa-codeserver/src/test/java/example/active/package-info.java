/**
 * Active applications that the Code Server's tests publish; outside {@code dev.rosa} as a user's.
 */
package example.active;
