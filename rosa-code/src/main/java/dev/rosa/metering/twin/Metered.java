package dev.rosa.metering.twin;

/** Object of a twin whose {@code equals}, {@code hashCode} and {@code toString} pay themselves. */
public interface Metered {}
