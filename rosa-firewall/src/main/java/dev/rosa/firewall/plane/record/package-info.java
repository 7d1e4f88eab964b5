/**
 * Record of bans, offenders and allowed sources in SQLite, and the clock that goes on over
 * restarts.
 *
 * <p>Depends on {@code ban}, {@code policy} and {@code dev.rosa.storage}. Start reading at {@link
 * dev.rosa.firewall.plane.record.PlaneRecord}.
 */
package dev.rosa.firewall.plane.record;
