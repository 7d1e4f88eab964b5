package dev.rosa.firewall.plane.layer.xdp;

/**
 * Counts of packets that the XDP programs of a front dropped since its start. Immutable.
 *
 * @param ipPackets packets of banned addresses
 * @param ipBytes their bytes with link headers
 * @param macPackets packets of banned MAC addresses
 * @param macBytes their bytes with link headers
 */
record FrontCounts(long ipPackets, long ipBytes, long macPackets, long macBytes) {

  static final FrontCounts NONE = new FrontCounts(0, 0, 0, 0);

  long packets() {
    return ipPackets + macPackets;
  }

  long bytes() {
    return ipBytes + macBytes;
  }
}
