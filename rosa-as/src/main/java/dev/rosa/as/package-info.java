/**
 * Authorization Server: verifies signed service requests, authorises them, derives session keys,
 * and keeps the secrets of active code and the record of requests [ROSA §4.1].
 *
 * <p>Depends on rosa-node (identity, control, storage), on rosa-core (keys, config) and, for its
 * statements, on JDBI. Start reading at {@link dev.rosa.as.request.ServiceRequestHandler}, which
 * processes a request in the order of its steps. {@link dev.rosa.as.AuthorizationServerCommand} is
 * the command line. PROTOCOL §6.
 */
package dev.rosa.as;
