/**
 * Tests in the lab: the kernel's own packet path, through namespaces and active routers ({@code
 * ./rosa lab}; PROTOCOL §1, §5). Start reading at {@link dev.rosa.lab.NetLab}.
 */
package dev.rosa.lab;
