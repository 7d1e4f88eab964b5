/**
 * Link to the Code Server: the catalogue that it pushes, the codes and secrets that it is asked
 * for, and their checks (PROTOCOL §6).
 *
 * <p>Depends on {@code dev.rosa.control} and {@code dev.rosa.publication}, on no other package of
 * the router. Start reading at {@link dev.rosa.router.catalogue.CodeServerLink}.
 */
package dev.rosa.router.catalogue;
