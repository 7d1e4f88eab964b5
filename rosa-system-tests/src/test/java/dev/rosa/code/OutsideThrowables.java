package dev.rosa.code;

/** Exceptions of the JDK that generated programs throw and catch, for their interpreter. */
final class OutsideThrowables {

  private OutsideThrowables() {}

  static Object make(String internalName) {
    if (internalName.equals("java/lang/IllegalStateException")) {
      return new IllegalStateException();
    }
    throw new IllegalStateException("object of " + internalName);
  }

  /** True if the first class is the second or extends it. */
  static boolean isA(String type, String parent) {
    try {
      return load(parent).isAssignableFrom(load(type));
    } catch (ClassNotFoundException e) {
      // A class of the program.
      return false;
    }
  }

  private static Class<?> load(String internalName) throws ClassNotFoundException {
    return Class.forName(internalName.replace('/', '.'));
  }
}
