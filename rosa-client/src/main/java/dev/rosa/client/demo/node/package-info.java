/**
 * Nodes of a domain on one machine: their files, processes, networks and status pages.
 *
 * <p>Depends on {@code dev.rosa.client.demo.progress}. Start reading at {@link
 * dev.rosa.client.demo.node.DemoDomain}.
 */
package dev.rosa.client.demo.node;
