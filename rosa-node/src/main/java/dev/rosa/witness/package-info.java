/**
 * Witnesses of the domain's audit log: nodes that keep its newest checkpoint, demand a proof that a
 * newer one grew from it, and cosign (C2SP tlog-cosignature). An Authorization Server that was set
 * back, or shows two logs, finds no witness. Each role that is a witness has a package of its own,
 * such as {@code dev.rosa.router.witness}.
 *
 * <p>Depends on {@link dev.rosa.transparency}, {@link dev.rosa.identity} and the generated {@link
 * dev.rosa.control.v1.KeptCheckpoint}. Start reading at {@link dev.rosa.witness.Witness}.
 */
package dev.rosa.witness;
