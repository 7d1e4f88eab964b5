/**
 * Holds the house together: which room may know which, and what no room may do (DESIGN §2). Reads
 * the compiled classes of all rooms; start at {@link dev.rosa.architecture.ArchitectureTest}.
 */
package dev.rosa.architecture;
