package dev.rosa.codeserver;

import dev.rosa.storage.Tables;

/** Tables of the role, for tests in its other packages. */
public final class TestTables {

  public static final Tables OF_CODE_SERVER = CodeRepository.TABLES;

  private TestTables() {}
}
