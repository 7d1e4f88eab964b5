/**
 * X.509 identities of a domain's nodes and users, the domain's certificate authority, enrolment,
 * and statements that their signer cannot deny later (PROTOCOL §6, ROSA §4.1).
 *
 * <p>Depends on {@link dev.rosa.config}, {@link dev.rosa.signature}, the JDK, BouncyCastle (only to
 * build certificates) and the generated {@link dev.rosa.control.v1.SignedStatement}. Start reading
 * at {@link dev.rosa.identity.Identity}, which a node loads, and {@link
 * dev.rosa.identity.DomainAuthority}, which issues it.
 */
package dev.rosa.identity;
