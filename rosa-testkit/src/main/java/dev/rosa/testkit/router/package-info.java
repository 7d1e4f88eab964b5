/**
 * A router's packet path with synthetic sessions, sources and codes, for benches and tests.
 *
 * <p>Depends on {@code rosa-router}. Start reading at {@link dev.rosa.testkit.router.PacketPath}.
 */
package dev.rosa.testkit.router;
