/**
 * Allow-list of imports between rooms, checked over the whole import graph by `npm run lint`. Imports of types count.
 * Rooms are folders; the longest matching name wins. A room may always import from itself. Tests may import anything.
 */
import type { IConfiguration, IRegularForbiddenRuleType } from 'dependency-cruiser';

const PURE = ['shared', 'main/text'];
const BELOW_SERVICES = [
  ...PURE,
  'main/agreement',
  'main/db',
  'main/deid',
  'main/engine',
  'main/formats',
  'main/inference',
  'main/kg',
  'main/processes',
  'main/reading',
  'main/resources.ts',
  'main/workspace',
];

/** Room → rooms that it may import. */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  'main/resources.ts': [],
  'main/bundle.ts': ['main/resources.ts'],
  'main/passphrase.ts': [],
  'main/text': ['shared', 'main/resources.ts'],
  'main/reading': ['shared'],
  'main/processes': ['shared', 'main/bundle.ts', 'main/resources.ts'],
  'main/agreement': ['shared', 'main/engine/layers/random.ts'],
  'main/db': [...PURE, 'main/resources.ts'],
  'main/deid': [...PURE, 'main/resources.ts'],
  'main/formats': [...PURE, 'main/reading', 'main/resources.ts'],
  'main/workspace': ['shared', 'main/db'],
  'main/kg': [
    ...PURE,
    'main/db',
    'main/kg/import',
    'main/kg/linker',
    'main/kg/ranking',
    'main/reading',
    'main/resources.ts',
  ],
  'main/kg/linker': PURE,
  'main/engine': [...PURE, 'main/kg/linker', 'main/reading', 'main/resources.ts'],
  'main/inference': [
    ...PURE,
    'main/db',
    'main/engine',
    'main/kg',
    'main/processes',
    'main/resources.ts',
    'main/workspace',
  ],
  'main/services': BELOW_SERVICES,
  'main/ipc': [...BELOW_SERVICES, 'main/services'],
  'main/cli': [
    ...PURE,
    'main/agreement',
    'main/deid',
    'main/formats',
    'main/passphrase.ts',
    'main/processes',
    'main/reading',
    'main/resources.ts',
    'main/services',
    'main/workspace',
  ],
  'main/hosts': [
    'shared',
    'main/db/process-alive.ts',
    'main/ipc',
    'main/processes',
    'main/resources.ts',
    'main/workspace',
  ],
  'main/packaging': ['shared', 'main/resources.ts'],
  'main/packaging/starter': [
    'shared',
    'main/deid',
    'main/engine/embeddings',
    'main/engine/io',
    'main/engine/layers/random.ts',
    'main/inference/starter-files.ts',
    'main/inference/vector-store.ts',
    'main/resources.ts',
  ],
  main: [
    'shared',
    'main/bundle.ts',
    'main/cli',
    'main/hosts',
    'main/packaging',
    'main/passphrase.ts',
    'main/processes',
    'main/resources.ts',
    'main/services/update',
    'main/workspace',
  ],
  'renderer/i18n': ['shared'],
  // Composes the words that features keep beside their views.
  'renderer/i18n/translations.ts': ['shared', 'renderer/features', 'renderer/i18n', 'renderer/lib'],
  'renderer/lib': ['shared', 'renderer/i18n'],
  'renderer/api': ['shared', 'renderer/i18n', 'renderer/lib'],
  'renderer/ui': ['shared', 'renderer/api', 'renderer/i18n', 'renderer/lib'],
  'renderer/features': ['shared', 'renderer/api', 'renderer/i18n', 'renderer/lib', 'renderer/ui'],
  renderer: [
    'shared',
    'renderer/api',
    'renderer/features',
    'renderer/i18n',
    'renderer/lib',
    'renderer/styles',
    'renderer/ui',
  ],
};

/** Packages and Node's modules that only these rooms may import. */
const RESERVED = [
  {
    name: 'electron-in-hosts',
    packages: '^electron$',
    rooms: [
      'main/hosts',
      'main/processes/spawn-utility.ts',
      'main/preload.ts',
      'main/start.ts',
      'main/dist.ts',
    ],
  },
  { name: 'postgres-in-db', packages: '^(pg|pg-boss)$', rooms: ['main/db'] },
  { name: 'sqlite-in-db', packages: '^better-sqlite3$', rooms: ['main/db'] },
  { name: 'onnxruntime-in-engine', packages: '^(onnxruntime|@tensorflow)', rooms: ['main/engine'] },
];

const pattern = (room: string) => (room.endsWith('.ts') ? `^${room.replaceAll('.', '\\.')}$` : `^${room}/`);
const any = (rooms: readonly string[]) => rooms.map(pattern);
/** Rooms inside of this one, which have rows of their own. */
const inner = (room: string) => Object.keys(ROOMS).filter((other) => other.startsWith(`${room}/`));
const LOCAL = '^(shared|main|renderer)/';

const roomRules = Object.entries(ROOMS).map(([room, allowed]) => ({
  name: `imports of ${room}`,
  comment: `${room} may import ${allowed.length === 0 ? 'nothing' : allowed.join(', ')}`,
  from: { path: pattern(room), pathNot: any(inner(room)) },
  to: {
    path: LOCAL,
    pathNot: [...any(allowed), ...(inner(room).length > 0 ? [`${pattern(room)}[^/]+$`] : [pattern(room)])],
  },
}));

const rules: Omit<IRegularForbiddenRuleType, 'severity'>[] = [
  ...roomRules,
  { name: 'no-cycles', from: {}, to: { circular: true } },
  {
    name: 'unresolvable',
    from: {},
    to: { couldNotResolve: true, path: '^\\.' },
  },
  {
    name: 'features-apart',
    comment: 'renderer/app.tsx composes features',
    from: { path: '^renderer/features/([^/]+)/' },
    to: { path: '^renderer/features/', pathNot: '^renderer/features/$1/' },
  },
  {
    name: 'no-node-outside-main',
    from: { path: '^(shared|renderer)/' },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'shared-is-pure',
    from: { path: '^shared/' },
    to: { path: 'node_modules', pathNot: 'node_modules/(zod|i18next)/' },
  },
  {
    name: 'agreement-is-pure',
    from: { path: '^main/agreement/' },
    to: { dependencyTypes: ['core'] },
  },
  ...RESERVED.map(({ name, packages, rooms }) => ({
    name,
    from: { path: LOCAL, pathNot: any(rooms) },
    to: { path: [packages, `node_modules/${packages.replace(/^\^/, '').replace(/\$$/, '/')}`] },
  })),
];

const config = {
  forbidden: rules.map((rule): IRegularForbiddenRuleType => ({ ...rule, severity: 'error' })),
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'main/tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|test)/' },
  },
} satisfies IConfiguration;

export default config;
