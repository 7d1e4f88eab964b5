/**
 * Catalogue's version, and the signed state of the domain that goes with the catalogue to every
 * router (PROTOCOL §6).
 *
 * <p>Knows no other package of the Code Server; depends on {@code dev.rosa.domainstate} and {@code
 * dev.rosa.storage}. Start reading at {@link dev.rosa.codeserver.catalogue.StateRepository}.
 */
package dev.rosa.codeserver.catalogue;
