/**
 * Configuration of a router, and the parts that it names: identity, engines, packet links.
 *
 * <p>Depends on the packages of the packet path. Start reading at {@link
 * dev.rosa.router.setup.RouterConfig}.
 */
package dev.rosa.router.setup;
