package dev.rosa.codeserver;

import java.util.List;

/**
 * A list of publications for people.
 *
 * @param codes publications that stand, then withdrawn ones if they were asked for
 * @param leftOut number of withdrawn ones for which the list has no room
 */
record CodeListing(List<StoredCode> codes, int leftOut) {}
