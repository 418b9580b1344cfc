const inside = (path) => `^${path}/`;
const rule = (name, from, to) => ({ name, severity: 'error', from, to });

module.exports = {
  forbidden: [
    rule('no-cycles', {}, { circular: true }),
    rule(
      'domain-is-pure',
      { path: inside('domain'), pathNot: '(contract|given|testing/\\w+|\\.test)\\.ts$' },
      { pathNot: inside('domain') },
    ),
    rule(
      'contract-knows-only-zod',
      { path: '^domain/.*contract\\.ts$' },
      { pathNot: ['contract\\.ts$', 'node_modules/zod/'] },
    ),
    rule(
      'projections-see-domain-alone',
      { path: inside('projections'), pathNot: '\\.test\\.ts$' },
      { path: '^(server|web)/' },
    ),
    rule(
      'views-are-pure',
      { path: '^projections/[^/]+\\.ts$', pathNot: '\\.test\\.ts$' },
      { pathNot: '^(domain|projections)/' },
    ),
    rule('mongo-behind-its-port', { pathNot: '^(projections/store/mongo|bench/)' }, { path: 'node_modules/mongodb/' }),
    rule(
      'eventstoredb-behind-its-port',
      { pathNot: '^(server/event-store/(eventstoredb|testing/)|bench/)' },
      { path: 'node_modules/(@eventstore|@grpc)/' },
    ),
    rule(
      'adapters-are-chosen-in-main',
      {
        path: inside('server'),
        pathNot: [
          '^server/(main|stores/(stores|side-stores))\\.ts$',
          '\\.test\\.ts$',
          '^server/event-store/',
          '/testing/',
        ],
      },
      { path: '^(projections/store|server/event-store)/(sqlite|mongo|eventstoredb)' },
    ),
    rule(
      'web-sees-contracts-only',
      { path: inside('web') },
      { path: '^(domain|server|projections)/', pathNot: '^domain/.*contract\\.ts$' },
    ),
    rule(
      'features-do-not-know-each-other',
      { path: '^web/src/features/([^/]+)/' },
      { path: '^web/src/features/([^/]+)/', pathNot: '^web/src/features/$1/' },
    ),
    rule('server-never-imports-web', { path: inside('server') }, { path: inside('web') }),
    rule(
      'nobody-imports-tests',
      { pathNot: ['\\.test\\.tsx?$', '^(e2e|bench)/'] },
      { path: ['\\.test\\.tsx?$', '^(e2e|bench)/'] },
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
