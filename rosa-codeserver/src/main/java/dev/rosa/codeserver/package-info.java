/**
 * Code Server: admits active code, stores it, and gives code and its secret to the permitted
 * routers (ROSA §4.1, §4.2.2; PROTOCOL §6).
 *
 * <p>Depends on rosa-node, rosa-code and, for its statements, on JDBI. Start reading at {@link
 * dev.rosa.codeserver.RunningCodeServer}, then follow a bundle. {@link
 * dev.rosa.codeserver.CodePublicationService} accepts it, {@link
 * dev.rosa.codeserver.CodeRepository} stores it, {@link
 * dev.rosa.codeserver.CodeDistributionService} delivers it.
 */
package dev.rosa.codeserver;
