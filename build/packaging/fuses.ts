/** Fuses of a released program by the names that electron-builder gives them; `docs/security.md` says why each. */
export function releaseFuses(platform: NodeJS.Platform) {
  return {
    // The command line in the package is this very runtime as plain Node, switched by one environment variable.
    runAsNode: true,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    // Electron checks the archive against a hash in the program on these platforms only.
    enableEmbeddedAsarIntegrityValidation: platform === 'darwin' || platform === 'win32',
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  };
}
