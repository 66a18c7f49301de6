import { rmSync } from 'node:fs';
import path from 'node:path';
import { releaseFuses } from './fuses.ts';
import { mergeLicences } from './merge-licences.ts';
import { product } from './product.ts';
import { stripNative } from './strip-native.ts';

/**
 * `owner/name` of the repository whose release page offers updates; without it the application never checks for any.
 */
const [owner, repo] = process.env.ALMANAC_RELEASES?.split('/') ?? [];

/** Filled in by electron-builder. */
const macro = (name) => ['$', '{', name, '}'].join('');

const bothArchitectures = ['x64', 'arm64'];

/**
 * One configuration for all platforms. `ALMANAC_ELECTRON_DIST` and `ALMANAC_ELECTRON_VERSION` name a runtime to package
 * if Electron's own download cannot be reached. On Linux the deb and the archives are made from the folder that this
 * creates (`deb.ts`, `tarball.ts`), so that they are the same on every machine.
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
  publish: owner && repo ? { provider: 'github', owner, repo } : null,
  npmRebuild: false,
  asar: true,
  // Chromium's own texts, in the languages of the window.
  electronLanguages: ['en', 'en-US', 'en-GB', 'de', 'es', 'es-419', 'fr', 'it'],
  files: [
    'out/*.{js,cjs}',
    'out/renderer/**',
    'package.json',
    '!**/*.map',
    '!node_modules/**/*.{md,ts,mts,cts,h,cc,flow}',
    '!node_modules/@libsql/*-musl/**',
    // Of the image library only the decoder of PNG, JPEG and WebP for Node, in the variant that is loaded.
    '!node_modules/wasm-vips/lib/!(vips-node.js|vips.wasm)',
    '!node_modules/@resvg/resvg-wasm/index.{mjs,min.js}',
    '!node_modules/@expo-google-fonts/arimo/!(400Regular|700Bold)/*',
    '!node_modules/@expo-google-fonts/arimo/**/*.png',
    '!node_modules/keytar/{build,src,script}/**',
    // keytar contains the binaries of every platform; the others have one package per platform.
    '!node_modules/keytar/prebuilds/**',
    {
      from: 'node_modules/keytar/prebuilds',
      to: 'node_modules/keytar/prebuilds',
      filter: [`${macro('platform')}-${macro('arch')}/**`],
    },
  ],
  // Workers and shared libraries are opened by the system, which cannot read the archive.
  asarUnpack: [
    'out/*-worker*.cjs',
    'node_modules/@duckdb/node-bindings-*/**',
    'node_modules/wasm-vips/**',
    '**/*.node',
  ],
  extraResources: [
    { from: 'out/samples', to: 'samples' },
    { from: 'LICENSE', to: 'LICENSE' },
    // For administrators: the permissions it needs, and where it writes. The manual page refers to it.
    { from: 'docs', to: 'docs', filter: ['files.md', 'security-model.md', 'cli.md', 'cli-reference.md'] },
  ],
  afterPack({ electronPlatformName, appOutDir }) {
    if (electronPlatformName !== 'linux') return;
    mergeLicences(path.join(appOutDir, 'LICENSES.chromium.html'));
    stripNative(appOutDir);
    // Only a crash reporter would start it; there is none, and no crash data are ever sent.
    rmSync(path.join(appOutDir, 'chrome_crashpad_handler'));
  },
  electronFuses: releaseFuses(process.platform),
  protocols: [{ name: `${product.name} link`, schemes: [product.scheme] }],
  fileAssociations: product.files.map(({ extension, mimeType, name }) => ({
    ext: extension,
    name,
    mimeType,
    role: 'Viewer',
    rank: 'Alternate',
  })),
  linux: {
    target: ['AppImage'],
    icon: 'out/icons',
    executableName: product.program,
    // Otherwise the entry within the AppImage has `--no-sandbox`.
    executableArgs: [],
    category: 'Office',
    synopsis: product.summary,
    description: product.description,
    maintainer: product.maintainer,
    extraFiles: [{ from: 'build/packaging/command-line-linux', to: product.commandLine }],
  },
  mac: {
    target: [
      { target: 'dmg', arch: bothArchitectures },
      { target: 'zip', arch: bothArchitectures },
    ],
    icon: 'out/icons/almanac.icns',
    category: 'public.app-category.productivity',
    hardenedRuntime: true,
    entitlements: 'build/packaging/entitlements.plist',
    entitlementsInherit: 'build/packaging/entitlements.plist',
    notarize: Boolean(process.env.APPLE_ID || process.env.APPLE_API_KEY),
    extraResources: [{ from: 'build/packaging/command-line-mac', to: product.commandLine }],
  },
  win: {
    target: [
      { target: 'nsis', arch: bothArchitectures },
      { target: 'portable', arch: bothArchitectures },
    ],
    icon: 'out/icons/almanac.ico',
    extraResources: [{ from: 'build/packaging/command-line-windows.cmd', to: `${product.commandLine}.cmd` }],
  },
  artifactName: `${product.name}-${['version', 'os', 'arch'].map(macro).join('-')}.${macro('ext')}`,
  nsis: {
    oneClick: false,
    perMachine: false,
    allowToChangeInstallationDirectory: true,
    deleteAppDataOnUninstall: false,
  },
  portable: { artifactName: `${product.name}-${macro('version')}-portable-${macro('arch')}.${macro('ext')}` },
};
