/**
 * Publications: the statement by which a user answers for a code, and its check at Code Servers and
 * routers (PROTOCOL §6, ROSA §4.2.2).
 *
 * <p>Depends on {@link dev.rosa.identity}, {@link dev.rosa.keys}, {@link dev.rosa.serving} and the
 * generated {@link dev.rosa.control.v1}. Start reading at {@link
 * dev.rosa.publication.PublicationCheck}.
 */
package dev.rosa.publication;
