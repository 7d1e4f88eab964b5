/**
 * The router as a witness of the domain's audit log: its files in the folder of the domain's state,
 * and the question to the Code Server every few seconds.
 *
 * <p>Depends on {@link dev.rosa.witness}, and on {@link dev.rosa.router.catalogue} for the link.
 * Start reading at {@link dev.rosa.router.witness.LogWitness}.
 */
package dev.rosa.router.witness;
