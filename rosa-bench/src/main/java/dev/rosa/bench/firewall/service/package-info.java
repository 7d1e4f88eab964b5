/**
 * A web service that is attacked, as in the paper: it validates orders against an XML Schema and
 * reports those who send invalid ones; its clients; and the paper's scenarios.
 *
 * <p>Depends on {@code ground}, {@code plane}, {@code dev.rosa.bench.namespace} and {@code
 * dev.rosa.evidence}. Start reading at {@link dev.rosa.bench.firewall.service.Scenario}.
 */
package dev.rosa.bench.firewall.service;
