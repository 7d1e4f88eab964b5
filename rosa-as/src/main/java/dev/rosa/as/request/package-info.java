/**
 * Processing of requests: a user's request for a service and a Destination's request to join, each
 * in the order of its steps [PROTOCOL §6].
 *
 * <p>Depends on {@code dev.rosa.as.policy}, {@code dev.rosa.as.records} and {@code
 * dev.rosa.as.watch}. Start reading at {@link dev.rosa.as.request.ServiceRequestHandler}.
 */
package dev.rosa.as.request;
