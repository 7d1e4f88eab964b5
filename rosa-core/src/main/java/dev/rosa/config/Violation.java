package dev.rosa.config;

/**
 * Mistake that the schema found in a configuration file: its line, its sentence, and the removal of
 * what is wrong.
 *
 * @param line where it is
 * @param sentence for the operator
 * @param remove removes from the document what cannot be used because of it
 */
record Violation(int line, String sentence, Runnable remove) {}
