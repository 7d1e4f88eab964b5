/**
 * The Wireshark dissector in {@code docs/wireshark}, looked at through tshark (PROTOCOL §1). Start
 * reading at {@link dev.rosa.wireshark.DissectorTest}.
 */
package dev.rosa.wireshark;
