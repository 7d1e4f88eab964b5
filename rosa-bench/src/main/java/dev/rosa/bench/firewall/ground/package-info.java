/**
 * Place of the bench of the firewall: the attacked machine and its link, rules and sets in force
 * there, and the programs in C that send to it.
 *
 * <p>Depends on {@code dev.rosa.bench.namespace}. Start reading at {@link
 * dev.rosa.bench.firewall.ground.AttackedHost}.
 */
package dev.rosa.bench.firewall.ground;
