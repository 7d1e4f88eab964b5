package dev.rosa.config;

/**
 * One mistake that the schema finds.
 *
 * @param line where it is
 * @param sentence for the operator
 * @param remove removes from the document what cannot be used because of it
 */
record Violation(int line, String sentence, Runnable remove) {}
