/** The layers, as docs/dev/architecture.md draws them. Each rule says why in one line. */
const tests = '\\.test\\.tsx?$';

function layer(name, from, allowed, comment) {
  return {
    name,
    comment,
    severity: 'error',
    from: { path: from, pathNot: tests },
    to: { path: '^(shared|electron|renderer|build|qa|e2e|bench)/', pathNot: [from, ...allowed] },
  };
}

export default {
  forbidden: [
    layer('shared-stands-alone', '^shared/', [], 'The contract imports no other layer.'),
    layer(
      'connector-layer',
      '^electron/connector/',
      ['^shared/', '^electron/lib/'],
      'The connector reads any service over HTTP alike.',
    ),
    layer('lib-layer', '^electron/lib/', ['^shared/'], 'Small helpers that every process may use.'),
    layer(
      'service-layer',
      '^electron/service/',
      ['^shared/', '^electron/lib/'],
      'The service runs by itself, as `almanac serve`.',
    ),
    layer(
      'jobs-layer',
      '^electron/(jobs|follow)/',
      ['^shared/', '^electron/(connector|service|lib)/'],
      'Jobs, and following the web, are functions over both.',
    ),
    layer(
      'shell-layer',
      '^electron/(shell/|main\\.ts|preload\\.ts)',
      ['^shared/', '^electron/lib/'],
      'The shell starts the backend; it does not reach into it.',
    ),
    layer('renderer-layer', '^renderer/', ['^shared/'], 'The window reaches the backend by messages alone.'),
    {
      name: 'laboratory-apart',
      comment: 'What is built, and its tests, know nothing of the laboratory.',
      severity: 'error',
      from: { path: '^(shared|electron|renderer|build|e2e)/' },
      to: { path: '^qa/' },
    },
    {
      name: 'service-behind-one-door',
      comment: 'Jobs, commands and the backend see the operations of the service, and nothing behind them.',
      severity: 'error',
      from: { path: '^electron/(jobs|follow|commands|backend)/', pathNot: `${tests}|/testing/` },
      to: { path: '^electron/service/', pathNot: '^electron/service/(service|closed-store|user-files)\\.ts$' },
    },
    {
      name: 'catalogue-in-the-service-only',
      comment: 'Only the service knows how its records are stored.',
      severity: 'error',
      from: { path: '.', pathNot: `^electron/service/|${tests}|/testing/|^(qa|bench)/` },
      to: { path: '^electron/service/catalogue/' },
    },
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
      comment: 'What two features share goes to state, ui or lib.',
      severity: 'error',
      from: { path: '^renderer/features/([^/]+)/' },
      to: { path: '^renderer/features/([^/]+)/', pathNot: '^renderer/features/$1/' },
    },
    {
      name: 'components-and-helpers-without-state',
      comment: 'Shared components and helpers know no store and call nothing.',
      severity: 'error',
      from: { path: '^renderer/ui/|^renderer/lib/', pathNot: tests },
      to: { path: '^renderer/(backend|commands|dialogs|features|state|workspace)/' },
    },
    {
      name: 'routes-on-top',
      comment: 'In the service nothing points back to the routes.',
      severity: 'error',
      from: { path: '^electron/service/', pathNot: `^electron/service/(api/|conformance/|testing/|[^/]+$)|${tests}` },
      to: { path: '^electron/service/(api/|service\\.ts|closed-store\\.ts|user-files\\.ts)' },
    },
    {
      name: 'detection-in-plans-only',
      comment: 'What a file is, is detected once, when it is planned: previews and imports follow the plan.',
      severity: 'error',
      from: {
        path: '^electron/service/reading/(preview\\.ts|write\\.ts|write/|process/)',
        pathNot: tests,
      },
      to: {
        path: '^electron/service/reading/(plan-combined|formats/unsupported-format|formats/[^/]+/(detect-|json-layout|sheet-layout|[^/]+-format\\.ts)|values/encoding/file-encoding)',
      },
    },
    {
      name: 'files-exist',
      comment: 'An import of a file that was moved is found without the compiler. The two packages are types alone.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(geojson|topojson-specification)$' },
    },
    {
      name: 'no-circles',
      comment: 'Type-only circles count too: what two files share stands in a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
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
