package dev.rosa.router.execution;

/**
 * User of a session, as its packets name it.
 *
 * @param high the first half of the user's number
 * @param low the second half
 */
record SessionUser(long high, long low) {}
