/**
 * Transport of the control plane: gRPC over TLS 1.3 with certificates at both ends (PROTOCOL §6).
 * The contract is in {@code src/main/proto}, its generated classes in {@code dev.rosa.control.v1}.
 *
 * <p>Depends on {@link dev.rosa.control.bounds}, {@link dev.rosa.identity}, {@link
 * dev.rosa.serving}, {@link dev.rosa.storage}, whose failures it logs, gRPC and Netty. Start
 * reading at {@link dev.rosa.control.ControlServer}. {@link dev.rosa.control.Caller} gives a
 * service the identity of its caller; {@link dev.rosa.control.ControlChannel} is the other end.
 */
package dev.rosa.control;
