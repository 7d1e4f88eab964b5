/**
 * Tests of the Wireshark dissector in {@code docs/wireshark} through tshark (PROTOCOL §1). Start
 * reading at {@link dev.rosa.wireshark.DissectorTest}.
 */
package dev.rosa.wireshark;
