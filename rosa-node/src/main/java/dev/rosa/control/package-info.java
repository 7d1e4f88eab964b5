/**
 * The control plane's plumbing: gRPC over TLS 1.3, mutual, both ends known by their certificates
 * (PROTOCOL §6). The contract itself is in {@code src/main/proto}, its generated classes in {@code
 * dev.rosa.control.v1}.
 *
 * <p>Depends on {@link dev.rosa.identity}, {@link dev.rosa.serving}, gRPC and Netty. Start reading
 * at {@link dev.rosa.control.ControlServer}, then {@link dev.rosa.control.Caller} for how a service
 * knows whom it talks to, and {@link dev.rosa.control.ControlChannel} for the other end.
 */
package dev.rosa.control;
