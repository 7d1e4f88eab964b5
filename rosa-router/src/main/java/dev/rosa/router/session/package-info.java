/**
 * State of live sessions: keys, windows against replays, what code remembers, and the record that
 * outlives the router (PROTOCOL §5, step 8).
 *
 * <p>Of the router it depends on {@code dev.rosa.router.execution} only. Start reading at {@link
 * dev.rosa.router.session.SessionCache}.
 */
package dev.rosa.router.session;
