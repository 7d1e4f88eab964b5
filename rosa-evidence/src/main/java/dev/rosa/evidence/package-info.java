/**
 * Evidence for a firewall, and the sink that hands it over: all that an application needs to report
 * what it has found malicious (Crosslayer Firewall Interaction §3.1).
 *
 * <p>Depends on nothing but Java. Start reading at {@link dev.rosa.evidence.Evidence}.
 */
package dev.rosa.evidence;
