/**
 * Commands of an operator on a role's database as a whole: backup, restore, another storage key
 * (ADR 33). Each role with a storage has the same ones.
 *
 * <p>Depends on {@link dev.rosa.config} and {@link dev.rosa.storage}. Start reading at {@link
 * dev.rosa.maintenance.StoredRole}, which is all that the commands know of a role.
 */
package dev.rosa.maintenance;
