package dev.rosa.router.execution.bytecode;

import dev.rosa.api.ActiveApplication;
import dev.rosa.api.RouterContext;
import dev.rosa.bundle.BundleException;
import dev.rosa.router.execution.CodeInstance;
import dev.rosa.router.execution.StartableCode;
import java.lang.reflect.InvocationTargetException;

/**
 * Start of instances of a code whose classes are checked and defined.
 *
 * @param type class of the instances
 */
record BytecodeStart(Class<? extends ActiveApplication> type) implements StartableCode {

  // Everything that the code throws is its refusal.
  @Override
  @SuppressWarnings("CatchThrowable")
  public CodeInstance start(RouterContext context) throws BundleException {
    try {
      ActiveApplication application = type.getConstructor().newInstance();
      application.start(context);
      return new BytecodeInstance(application);
    } catch (InvocationTargetException e) {
      throw BytecodeLane.doesNotStart(type.getName(), e.getCause());
    } catch (Throwable e) {
      throw BytecodeLane.doesNotStart(type.getName(), e);
    }
  }
}
