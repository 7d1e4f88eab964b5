package dev.rosa.proxy.operator;

import dev.rosa.config.ConfigException;
import dev.rosa.operator.AskingCommand;
import dev.rosa.operator.OperatorClient;
import java.io.IOException;

/** Command that asks the proxy that the configuration names. */
abstract class ProxyAskingCommand extends AskingCommand {

  /** The proxy; the root of the command line. */
  final OperatedProxy proxy() {
    return (OperatedProxy) root();
  }

  @Override
  protected final OperatorClient client() throws ConfigException, IOException {
    return proxy().client();
  }
}
