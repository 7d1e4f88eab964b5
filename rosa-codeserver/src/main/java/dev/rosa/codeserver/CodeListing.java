package dev.rosa.codeserver;

import java.util.List;

/**
 * Answer to a command that lists publications: those shown, and the number left out.
 *
 * @param codes publications that stand, then withdrawn ones if they were asked for
 * @param leftOut number of withdrawn ones for which the list has no room
 */
record CodeListing(List<StoredCode> codes, int leftOut) {}
