package dev.rosa.client.command;

/** Exception for a command that failed, with one line for the user and an exit code. */
public final class CommandFailedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  private CommandFailedException(String message, int exitCode) {
    super(message);
    this.exitCode = exitCode;
  }

  /** It was tried and did not work, or was refused: exit code 1. */
  public static CommandFailedException failed(String message) {
    return new CommandFailedException(message, CommandFrame.FAILED);
  }

  /** It was asked for wrongly, or a file is not what it should be: exit code 2. */
  public static CommandFailedException usage(String message) {
    return new CommandFailedException(message, CommandFrame.USAGE);
  }

  /** The process's exit code. */
  public int exitCode() {
    return exitCode;
  }
}
