/**
 * The domain's audit log in the Authorization Server's database: the Merkle tree of its entries,
 * the key of the log, checkpoints, and what witnesses have cosigned.
 *
 * <p>Depends on {@code dev.rosa.transparency}, {@code dev.rosa.witness}, {@code dev.rosa.audit},
 * {@code dev.rosa.storage} and JDBI. Start reading at {@link dev.rosa.as.audit.AuditTree}.
 */
package dev.rosa.as.audit;
