const inside = (path) => `^${path}/`;
const rule = (name, from, to) => ({ name, severity: 'error', from, to });

/** Tests, the suites that adapters share, and what only tests use. */
const tests = ['\\.(test|suite)\\.tsx?$', '/testing/'];
const contract = '(^|[./])contract\\.ts$';
/** Each layer imports only from those before it; the web is after all of them. */
const layers = [
  'domain',
  'server/lib',
  'projections',
  'server/platform',
  'server/modules',
  'server/realtime',
  'server/app',
  'server/cli',
];
const anyLayer = `^(${layers.join('|')})/`;

function allowLayersBelow(layer, index) {
  const above = [...layers.slice(index + 1), 'web'].join('|');
  return rule(
    `${layer.replace('/', '-')}-imports-from-below`,
    { path: inside(layer), pathNot: tests },
    { path: `^(${above})/` },
  );
}

/** Folders beside each other in `folder` know each other only through an index.ts or a contract. */
function closeFolders(name, folder, exempt) {
  return rule(
    name,
    { path: `^${folder}/([^/]+)/`, ...exempt },
    {
      path: `^${folder}/[^/]+/`,
      pathNot: [`^${folder}/$1/`, `^${folder}/[^/]+/index\\.tsx?$`, contract],
    },
  );
}

module.exports = {
  forbidden: [
    rule('no-cycles', {}, { circular: true }),
    ...layers.map(allowLayersBelow),
    rule('layers-import-layers', { path: anyLayer, pathNot: tests }, { path: inside('server'), pathNot: anyLayer }),
    // 100 is the largest number that dependency-cruiser takes; the rule above finds a file with more dependents.
    {
      name: 'server-is-in-layers',
      severity: 'error',
      module: { path: inside('server'), pathNot: [anyLayer, ...tests], numberOfDependentsLessThan: 100 },
      from: {},
    },
    closeFolders('modules-through-their-index', 'server/modules', { pathNot: tests }),
    closeFolders('features-through-their-index', 'web/src/features'),
    rule('contracts-know-only-contracts', { path: contract }, { pathNot: [contract, 'node_modules/zod/'] }),
    rule(
      'mongo-in-its-folder',
      { pathNot: ['^projections/store/mongo/', '/testing/', '^tools/'] },
      { path: 'node_modules/mongodb/' },
    ),
    rule(
      'eventstoredb-in-its-folder',
      { pathNot: ['^server/platform/event-store/eventstoredb/', '/testing/', '^tools/'] },
      { path: 'node_modules/(@eventstore|@grpc)/' },
    ),
    // Each costs 50 ms at the start.
    rule(
      'buses-are-loaded-when-used',
      { path: inside('server'), pathNot: [...tests, '^server/platform/bus/redis-transport\\.ts$'] },
      { path: 'node_modules/(@socket\\.io/|redis/)', dynamic: false },
    ),
    rule(
      'domain-is-pure',
      { path: inside('domain'), pathNot: [contract, ...tests] },
      { pathNot: '^domain/.*\\.(ts|json)$' },
    ),
    rule(
      'projections-see-domain-alone',
      { path: inside('projections'), pathNot: '\\.test\\.ts$' },
      { path: '^(server|web)/', pathNot: inside('server/lib') },
    ),
    rule(
      'views-are-pure',
      { path: '^projections/[^/]+\\.ts$', pathNot: '\\.test\\.ts$' },
      { pathNot: '^(domain|projections)/' },
    ),
    rule(
      'adapters-are-chosen-in-storage',
      {
        path: inside('server'),
        pathNot: [...tests, '^server/platform/storage/(stores|scratch-views)\\.ts$', '^server/platform/event-store/'],
      },
      { path: '^(projections/store|server/platform/event-store)/(sqlite|mongo|eventstoredb)/' },
    ),
    rule(
      'web-sees-contracts-only',
      { path: inside('web') },
      { path: '^(domain|server|projections)/', pathNot: contract },
    ),
    rule('only-the-web-imports-the-web', { pathNot: inside('web') }, { path: inside('web') }),
    rule(
      'nobody-imports-tests',
      { pathNot: ['\\.(test|suite)\\.tsx?$', '^(e2e|tools)/'] },
      { path: ['\\.(test|suite)\\.tsx?$', '^(e2e|tools)/'] },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^web/(dist|\\.dist-)' },
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.json', '.d.ts'],
    },
  },
};
