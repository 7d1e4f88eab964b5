/**
 * The Code Server as a witness of the domain's audit log, and as the carrier between the
 * Authorization Server and the routers, which are witnesses, too.
 *
 * <p>Depends on {@link dev.rosa.witness} and {@link dev.rosa.storage}. Start reading at {@link
 * dev.rosa.codeserver.witness.LogWitness}.
 */
package dev.rosa.codeserver.witness;
