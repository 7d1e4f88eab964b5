/**
 * Configuration of every role: XML files that an XSD validates, read into immutable records; their
 * value types; and the command line that all roles share.
 *
 * <p>Depends on Jackson, the JDK's XML validation and picocli, and on no other package of ROSA.
 * Start reading at {@link dev.rosa.config.XmlConfig}, then {@link dev.rosa.config.RoleCommand}.
 */
package dev.rosa.config;
