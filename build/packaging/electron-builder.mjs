import { product } from './product.ts';

const platforms = { linux: 'linux', darwin: 'darwin', win32: 'win32' };
const here = platforms[process.platform] ?? 'linux';

/** Native parts of one package for other platforms than the one that is built for. */
const foreignKeychains = ['darwin', 'linux', 'linuxmusl', 'win32'].filter((platform) => platform !== here);

/**
 * One configuration for all platforms. `ALMANAC_ELECTRON_DIST` and `ALMANAC_ELECTRON_VERSION` name a runtime to package
 * where Electron's own download cannot be reached; `ALMANAC_E2E=1` leaves the inspector on, for tests of the package.
 */
export default {
  appId: product.id,
  productName: product.name,
  copyright: 'Copyright © 2026 The Almanac developers',
  directories: { output: 'out/package', buildResources: 'out/icons' },
  ...(process.env.ALMANAC_ELECTRON_DIST && {
    electronDist: process.env.ALMANAC_ELECTRON_DIST,
    electronVersion: process.env.ALMANAC_ELECTRON_VERSION,
  }),
  npmRebuild: false,
  asar: true,
  files: [
    'out/*.{js,cjs}',
    'out/renderer/**',
    'package.json',
    '!**/*.map',
    '!node_modules/**/*.{md,ts,mts,cts}',
    '!node_modules/keytar/{build,src,script}/**',
    ...foreignKeychains.map((platform) => `!node_modules/keytar/prebuilds/${platform}-*/**`),
  ],
  // Threads and shared libraries are opened by the system, which cannot look into the archive.
  asarUnpack: ['out/*-worker.js', 'node_modules/@duckdb/node-bindings-*/**', 'node_modules/@img/**'],
  extraResources: [
    { from: 'out/samples', to: 'samples' },
    { from: 'LICENSE', to: 'LICENSE' },
  ],
  electronFuses: {
    // The command line in the package runs on the same runtime.
    runAsNode: true,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: process.env.ALMANAC_E2E === '1',
    enableEmbeddedAsarIntegrityValidation: process.platform !== 'linux',
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  },
  protocols: [{ name: `${product.name} link`, schemes: [product.scheme] }],
  fileAssociations: product.files.map(({ extension, mimeType, name }) => ({
    ext: extension,
    name,
    mimeType,
    role: 'Viewer',
    rank: 'Alternate',
  })),
  linux: {
    target: ['AppImage', 'deb', 'tar.gz'],
    icon: 'out/icons',
    executableName: product.program,
    category: 'Office',
    synopsis: product.summary,
    description: product.description,
    maintainer: product.maintainer,
  },
  mac: {
    target: [
      { target: 'dmg', arch: ['x64', 'arm64'] },
      { target: 'zip', arch: ['x64', 'arm64'] },
    ],
    icon: 'out/icons/512x512.png',
    category: 'public.app-category.productivity',
    hardenedRuntime: true,
    entitlements: 'build/packaging/entitlements.plist',
    entitlementsInherit: 'build/packaging/entitlements.plist',
  },
  win: {
    target: [
      { target: 'nsis', arch: ['x64', 'arm64'] },
      { target: 'portable', arch: ['x64', 'arm64'] },
    ],
    icon: 'out/icons/512x512.png',
  },
  nsis: { oneClick: false, perMachine: false, allowToChangeInstallationDirectory: true },
};
