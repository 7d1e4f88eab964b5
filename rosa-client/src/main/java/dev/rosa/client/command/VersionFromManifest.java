package dev.rosa.client.command;

import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar. */
final class VersionFromManifest implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = VersionFromManifest.class.getPackage().getImplementationVersion();
    return new String[] {"rosa " + (version == null ? "(not from a jar)" : version)};
  }
}
