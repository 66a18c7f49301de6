/** Fuses of a released program by electron-builder's names; `docs/security-model.md` has what they promise. */
export function releaseFuses(platform: NodeJS.Platform) {
  return {
    // The packaged command line is the same runtime as plain Node, enabled by an environment variable. A caller who can set
    // one and start a program as this user can already run any program as this user.
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
