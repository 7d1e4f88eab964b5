/**
 * Rules of the architecture: the permitted dependencies between modules and packages, and forbidden
 * names and habits. Reads the compiled classes of all modules; start reading at {@link
 * dev.rosa.architecture.ArchitectureTest}.
 */
package dev.rosa.architecture;
