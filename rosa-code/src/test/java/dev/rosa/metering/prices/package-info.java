/**
 * Search for the arguments at which a member of the price list gives most time for a unit of fuel.
 *
 * <p>Start reading at {@link dev.rosa.metering.prices.PriceSearch}.
 */
package dev.rosa.metering.prices;
