package dev.rosa.router.session;

/**
 * Queue of the sessions whose newest sequence number the {@link ReplayRecord} on disk lacks, in the
 * order of their first change. A place is in it at most once, which a bit of {@link SessionUse}
 * says. Written one after the other: marks in a map would be far away in memory, for every packet.
 * One worker's.
 */
final class ChangedPlaces {

  private final int[] places;
  private int first;
  private int count;

  /** Room for all of {@code capacity} places. */
  ChangedPlaces(int capacity) {
    places = new int[capacity];
  }

  int count() {
    return count;
  }

  void add(int place) {
    int last = first + count;
    places[last < places.length ? last : last - places.length] = place;
    count++;
  }

  /** Takes out the one that has been in it longest; there must be one. */
  int take() {
    int place = places[first];
    first = first + 1 == places.length ? 0 : first + 1;
    count--;
    return place;
  }
}
