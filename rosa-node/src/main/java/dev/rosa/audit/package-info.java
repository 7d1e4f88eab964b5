/**
 * The domain's audit log outside of its server: the fields of an entry for a person, an export as
 * files that foreign tools read too, and the check of an export or a proof without any server.
 *
 * <p>Depends on {@link dev.rosa.transparency}, {@link dev.rosa.identity}, {@link dev.rosa.serving}
 * for texts of peers, and the generated {@link dev.rosa.control.v1.AuditEntry}. Start reading at
 * {@link dev.rosa.audit.ExportCheck}.
 */
package dev.rosa.audit;
