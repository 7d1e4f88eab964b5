/**
 * Configuration of every role: XML files that an XSD validates, read into immutable records, and
 * their value types.
 *
 * <p>Depends on Jackson and the JDK's XML validation, and on no other package of ROSA. Start
 * reading at {@link dev.rosa.config.XmlConfig}.
 */
package dev.rosa.config;
