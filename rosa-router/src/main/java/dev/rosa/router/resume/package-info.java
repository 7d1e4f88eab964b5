/**
 * Way by which an operator lets a stopped code run again: a command leaves a request in a folder
 * beside the router's record of sessions, and the router answers there.
 *
 * <p>Depends on {@code dev.rosa.router.setup}, {@code dev.rosa.config} and {@code dev.rosa.role}.
 * Start reading at {@link dev.rosa.router.resume.ResumeFolder}.
 */
package dev.rosa.router.resume;
