/** The layers, as docs/architecture.md draws them. Each rule says why in one line. */
const tests = '\\.test\\.tsx?$';

function layer(name, from, allowed, comment) {
  return {
    name,
    comment,
    severity: 'error',
    from: { path: from, pathNot: tests },
    to: { path: '^(shared|electron|renderer|build|e2e|bench)/', pathNot: [from, ...allowed] },
  };
}

export default {
  forbidden: [
    layer('shared-stands-alone', '^shared/', [], 'The contract knows nobody.'),
    layer(
      'connector-layer',
      '^electron/connector/',
      ['^shared/', '^electron/(durable-text|is-alive)\\.ts'],
      'The connector reads any service over HTTP alike.',
    ),
    layer('service-layer', '^electron/service/', ['^shared/'], 'The service runs by itself, as `almanac serve`.'),
    layer(
      'jobs-layer',
      '^electron/jobs/',
      ['^shared/', '^electron/(connector|service)/', '^electron/(durable-text|is-alive)\\.ts'],
      'Jobs are functions over both.',
    ),
    layer(
      'shell-layer',
      '^electron/(shell/|main\\.ts|preload\\.ts)',
      ['^shared/', '^electron/(places|is-alive)\\.ts'],
      'The shell starts the backend; it does not reach into it.',
    ),
    layer('renderer-layer', '^renderer/', ['^shared/'], 'The window reaches the backend by messages alone.'),
    {
      name: 'electron-in-the-shell-only',
      comment: 'What runs in plain Node can be tested and served without Electron.',
      severity: 'error',
      from: {
        pathNot:
          '^(electron/shell/|electron/main\\.ts|electron/preload\\.ts|vite\\.config\\.ts|build/stand-in/launcher\\.mjs)',
      },
      to: { path: '(^|/)node_modules/electron(/|$)' },
    },
    {
      name: 'features-apart',
      comment: 'What two features share goes to session, ui or lib.',
      severity: 'error',
      from: { path: '^renderer/features/([^/]+)/' },
      to: { path: '^renderer/features/([^/]+)/', pathNot: '^renderer/features/$1/' },
    },
    {
      name: 'backend-calls-in-renderer-api',
      comment: 'One door from the window to the backend and the shell.',
      severity: 'error',
      from: { path: '^renderer/ui/|^renderer/lib/', pathNot: tests },
      to: { path: '^renderer/(api|features)/' },
    },
    {
      name: 'routes-on-top',
      comment: 'In the service nothing points back to the routes.',
      severity: 'error',
      from: { path: '^electron/service/(catalogue|rows|ingest|render)/', pathNot: tests },
      to: { path: '^electron/service/(routes|plugins|app\\.ts|server\\.ts)' },
    },
    {
      name: 'node-modules-imported-statically',
      comment:
        'Code that is compiled ahead (electron/code-cache.ts) cannot import what is outside of the bundle later.',
      severity: 'error',
      from: { path: '^electron/', pathNot: `${tests}|^electron/(shell/|main\\.ts|preload\\.ts)` },
      to: { dependencyTypes: ['core'], dynamic: true },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)out/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js'],
    },
  },
};
