/**
 * Metered collections that take the place of the JDK's in the code of a bundle. Bundles cannot
 * implement the JDK's collection interfaces, so every collection that they hold is one of these. A
 * method whose time does not depend on a size is paid by its caller (the price {@code call}); the
 * others pay for each step before it, and for room before they grow.
 *
 * <p>Depends on {@code dev.rosa.metering.twin}. Start reading at {@link
 * dev.rosa.metering.twin.collection.MeteredCollection}.
 */
package dev.rosa.metering.twin.collection;
