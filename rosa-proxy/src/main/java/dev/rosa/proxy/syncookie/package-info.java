/** What is known of the SYN cookies that servers may take. */
package dev.rosa.proxy.syncookie;
