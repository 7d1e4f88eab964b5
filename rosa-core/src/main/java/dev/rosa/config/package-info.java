/**
 * What an operator writes: XML files that are validated by an XSD and read into immutable records,
 * the value types they are made of, and the command line that every role shares.
 *
 * <p>Depends on Jackson, the JDK's XML validation and picocli; on no other package of ROSA. Start
 * reading at {@link dev.rosa.config.XmlConfig}, then {@link dev.rosa.config.RoleCommand}. DESIGN
 * §3.
 */
package dev.rosa.config;
