package dev.rosa.metering.twin.collection;

/** Set of the keys of a map of its own. */
abstract class MapSet<E> extends MapKeys<E> {

  private static final Boolean PRESENT = Boolean.TRUE;

  private final MeteredMap<E, Object> own;

  MapSet(MeteredMap<E, Object> own) {
    super(own);
    this.own = own;
  }

  @Override
  public boolean add(E element) {
    return own.put(element, PRESENT) == null;
  }

  @Override
  public boolean remove(Object unwanted) {
    return own.remove(unwanted) != null;
  }
}
