/** SYN cookies that servers may take, by the answers that the workers have seen. */
package dev.rosa.proxy.syncookie;
