/**
 * The domain's audit log outside of its server: fields of entries for people, exports, and checks
 * without any server. Foreign tools read an export, too.
 *
 * <p>Depends on {@link dev.rosa.transparency}, {@link dev.rosa.witness} for cosignatures, {@link
 * dev.rosa.identity}, {@link dev.rosa.serving} for texts of peers, and the generated {@link
 * dev.rosa.control.v1.AuditEntry}. Start reading at {@link dev.rosa.audit.ExportCheck}.
 */
package dev.rosa.audit;
