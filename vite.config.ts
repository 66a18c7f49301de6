import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import electron, { type MultiEnvElectronOptions } from 'vite-plugin-electron/multi-env';
import { defineConfig } from 'vitest/config';
import { compressBuilt } from './build/compress-built.ts';
import { recordBundled } from './build/licences/record-bundled.ts';
import { leftOut, runsAll, testFiles } from './build/test-files.ts';

const root = import.meta.dirname;
const out = path.join(root, 'out');

/** Packages with native parts, WebAssembly or fonts: they stay in node_modules, everything else is bundled. */
const native = [
  '@duckdb/node-bindings',
  'libsql',
  'keytar',
  '@node-rs/argon2',
  'wasm-vips',
  '@resvg/resvg-wasm',
  '@expo-google-fonts/arimo',
];

/** Threads of the backend, each a file of its own beside it: whatever is called so. */
const workers = globSync('electron/**/*-worker.ts', { cwd: root });

function processOf(name: string, files: readonly string[], format: 'es' | 'cjs', extension: string) {
  return {
    name,
    input: Object.fromEntries(files.map((file) => [path.basename(file, '.ts'), path.join(root, file)])),
    bundleDeps: { both: { include: true, exclude: [...native, 'electron'] } },
    options: {
      build: {
        outDir: out,
        emptyOutDir: false,
        copyPublicDir: false,
        target: 'node20',
        minify: false,
        sourcemap: true,
        rolldownOptions: {
          platform: 'node' as const,
          output: {
            format,
            // Names stay as they are, for the log; blanks are read at every start.
            minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
            entryFileNames: `[name].${extension}`,
            chunkFileNames: `${name}-[name]-[hash].${extension}`,
          },
        },
      },
    },
    // The window is started once the last of the processes is built, by its own onstart.
    onstart: () => {},
  } satisfies MultiEnvElectronOptions;
}

const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** The script that stands for the preload script in a browser. It is a file of its own, which runs before the window. */
const bridge = processOf('bridge', ['renderer/browser/bridge.ts'], 'es', 'js');
const forBrowsers = {
  ...bridge,
  options: { build: { ...bridge.options.build, target: 'chrome109', sourcemap: false } },
};

/** The window's drawing of charts, which the service loads to draw pictures. */
const picture = processOf('picture', ['renderer/pictures/draw-picture.ts'], 'cjs', 'cjs');

const processes: MultiEnvElectronOptions[] = [
  forBrowsers,
  picture,
  { ...processOf('backend', ['electron/backend.ts', 'electron/cli.ts', ...workers], 'cjs', 'cjs'), onstart: restart },
  { ...processOf('preload', ['electron/preload.ts'], 'cjs', 'cjs'), onstart: ({ reload }) => reloadWindows(reload) },
  { ...processOf('main', ['electron/main.ts'], 'cjs', 'cjs'), onstart: restart },
];

type OnStart = NonNullable<MultiEnvElectronOptions['onstart']>;

async function restart({ startup }: Parameters<OnStart>[0]): Promise<void> {
  await startup([root, ...flags, ...(process.env.ALMANAC_ARGUMENTS?.split(' ') ?? [])], { cwd: root });
}

function reloadWindows(reload: () => void): void {
  if ('electronApp' in process) reload();
}

/** The nonce that the application's protocol puts into the page in place of this mark, anew for each load. */
const cspNonce = '__CSP_NONCE__';

const underTest = process.env.VITEST !== undefined;

/** In tests of the built program, its threads too are the built ones. */
const builtWorkers = {
  find: /^.*\/lib\/worker-address\.ts$/,
  replacement: path.join(root, 'electron/lib/testing/built-workers-for-test.ts'),
};

/** With `ALMANAC_TEST_CATALOGUE=postgres`, every service of a test has its catalogue in PostgreSQL. */
const testsOnPostgres = process.env.ALMANAC_TEST_CATALOGUE === 'postgres';
const catalogueTesting = path.join(root, 'electron/service/catalogue/database/testing');
const nodeRecord = path.join(root, 'electron/service/opening/node-record.ts');
if (testsOnPostgres && !existsSync(nodeRecord)) throw new Error(`${nodeRecord} has moved: tests would run on SQLite.`);
const nodesOnPostgres = {
  find: /^\.\/node-record\.ts$/,
  replacement: path.join(catalogueTesting, 'node-records-for-test.ts'),
};

const windowTesting = path.join(root, 'renderer/testing');

/** Tests follow each other in one process where loading what they test takes longer than most of them. */
const oneProcess = { isolate: false };

const oneWindow = {
  ...oneProcess,
  alias: [{ find: /^zustand$/, replacement: path.join(windowTesting, 'zustand-for-test.ts') }],
  setupFiles: [path.join(windowTesting, 'reset-stores.ts')],
};

export default defineConfig({
  root: underTest ? root : path.join(root, 'renderer'),
  base: './',
  html: { cspNonce },
  plugins: underTest
    ? []
    : [
        react(),
        recordBundled(path.join(out, 'bundled')),
        compressBuilt(path.join(out, 'renderer', 'assets')),
        electron(processes) as Plugin[],
      ],
  build: {
    outDir: path.join(out, 'renderer'),
    emptyOutDir: true,
    target: 'chrome130',
    chunkSizeWarningLimit: 2100,
    // One file for all that the window begins with: each file is another question to the process that serves them.
    rolldownOptions: {
      output: {
        // A script of ASCII alone is kept by one byte a letter: half as much to go through at every start.
        charset: 'ascii',
        codeSplitting: { groups: [{ name: 'start', test: /renderer[\\/]main\.tsx$/ }] },
      },
    },
  },
  worker: { format: 'es' },
  server: { host: '127.0.0.1' },
  test: {
    // Long enough for a machine many times slower than usual: what hangs fails all the same.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // What is waited for comes when the machine gets to it.
    expect: { poll: { timeout: 60_000 } },
    alias: [...(process.env.ALMANAC_COMMAND_LINE ? [builtWorkers] : []), ...(testsOnPostgres ? [nodesOnPostgres] : [])],
    globalSetup: [
      path.join(catalogueTesting, 'offer-postgres-for-test.ts'),
      ...(testsOnPostgres ? [path.join(catalogueTesting, 'postgres-setup-for-test.ts')] : []),
    ],
    // Long native calls each hold a thread of libuv's pool; with the default of four they starve file reads.
    // Processes that tests start need not take the types out of every module again.
    env: {
      ...(runsAll ? { ALMANAC_TIER: 'all' } : {}),
      UV_THREADPOOL_SIZE: '16',
      NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'compiled'),
    },
    pool: 'forks',
    // One more than the processors of a small machine: many tests wait for processes of their own.
    maxWorkers: 3,
    exclude: leftOut,
    projects: [
      { extends: true, test: { name: 'unit', include: [testFiles.unit], exclude: [testFiles.service, ...leftOut] } },
      { extends: true, test: { ...oneProcess, name: 'service', include: [testFiles.service] } },
      { extends: true, test: { ...oneWindow, name: 'functions', include: [testFiles.functions] } },
      {
        extends: true,
        test: {
          ...oneWindow,
          name: 'components',
          include: [testFiles.components],
          environment: 'happy-dom',
          setupFiles: [...oneWindow.setupFiles, path.join(windowTesting, 'setup-window.ts')],
        },
      },
    ],
  },
});
