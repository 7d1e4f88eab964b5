package dev.rosa.metering.twin;

/**
 * Object of a twin that is equal to itself only and has no hash code and no text of its own:
 * iterators, comparators, builders.
 */
public interface Nameless {}
