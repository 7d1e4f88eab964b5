/**
 * Openings that servers may still take, or have taken: SYN cookies, and connections that are over.
 */
package dev.rosa.proxy.syncookie;
