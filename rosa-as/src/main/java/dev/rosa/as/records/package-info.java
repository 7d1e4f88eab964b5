/**
 * Records in the Authorization Server's database: users, codes, their secrets and epochs, rules in
 * memory, sessions, the audit record, refusals, the highest time seen.
 *
 * <p>Depends on {@code dev.rosa.as.policy}, {@code dev.rosa.as.audit}, {@code dev.rosa.storage} and
 * JDBI. Start reading at {@link dev.rosa.as.records.SessionLedger}.
 */
package dev.rosa.as.records;
