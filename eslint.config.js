import query from '@tanstack/eslint-plugin-query';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const noDefaultExports = {
  selector: 'ExportDefaultDeclaration',
  message: 'Use named exports.',
};

const noCurrentTime = {
  selector: "NewExpression[callee.name='Date'][arguments.length=0], CallExpression[callee.name='Date']",
  message: 'Take the time as a parameter: the same input gives the same result.',
};
const noInlineSpreads = {
  selector: ':matches(SpreadElement, JSXSpreadAttribute) > ObjectExpression.argument',
  message: 'List the fields on lines of their own, name the part, or split the function.',
};

const serverMechanisms = [
  {
    selector:
      ':matches(CallExpression[callee.name=/^(setTimeout|setInterval)$/], ' +
      'CallExpression[callee.property.name=/^(setTimeout|setInterval)$/][callee.object.name!="socket"], ' +
      'ImportDeclaration[source.value=/^(node:)?timers(\\u002fpromises)?$/])',
    message:
      'Use delay, withTimeout, createTimer or yieldToEventLoop of server/lib/delay.ts, or server/lib/scheduler.ts.',
  },
  {
    selector: 'NewExpression:matches([callee.name="Worker"], [callee.property.name="Worker"])',
    message: 'Use server/lib/threads/run-in-worker.ts.',
  },
  {
    selector:
      'NewExpression[callee.name="URL"][arguments.1.object.type="MetaProperty"] > Literal.arguments[value=/^[^\\u002f]*\\u002f.*\\.tsx?$/]',
    message:
      'Start a worker in the same folder, by the name of its file alone: import rules do not see this kind of import.',
  },
  {
    selector: 'WhileStatement > UnaryExpression.test[operator="!"] > MemberExpression[property.name="aborted"]',
    message: 'Use runEvery or repeatUntilStopped of server/lib/scheduler.ts.',
  },
];

const noPut = {
  selector: 'CallExpression[callee.property.name=/^put(All)?$/][callee.object.name="documents"]',
  message:
    'Use updateDocument or insertOrGet of projections/store: a put undoes what another process has written. A file whose puts depend on nothing that was read is listed in eslint.config.js.',
};
/** Their documents are new, belong to one process or lease, or replace whatever is stored. */
const filesThatPut = [
  'server/app/demo/seed-activity',
  ...[
    'channels/email/bounces',
    'channels/push/subscriptions',
    'channels/test-alerts',
    'matching/digest-pass',
    'matching/digests',
  ].map((name) => `server/modules/alerts/${name}`),
  'server/modules/audit/verification/verification-service',
  ...['llm-classifier/breaker-state', 'row-reports/row-reports'].map((name) => `server/modules/intake/${name}`),
  'server/modules/monitoring/alarms',
  'server/modules/payments/payment-handler',
  'server/modules/pictures/pictures',
  'server/modules/privacy/account-erasure',
  ...['imap/mailbox-progress', 'registry/source-stats'].map((name) => `server/modules/sources/${name}`),
  ...['accounts/forgot-password', 'passwords/vault'].map((name) => `server/modules/users/${name}`),
  'server/modules/visitors/retention',
  ...['key-check', 'key-rotation', 'subject-keys', 'subject-tokens'].map(
    (name) => `server/platform/encryption/${name}`,
  ),
  'server/platform/http/session/session-store',
  'server/platform/presence/presence',
  ...['migration-marker', 'stores'].map((name) => `server/platform/storage/${name}`),
  ...['checkpoints', 'failed-events'].map((name) => `server/platform/subscriptions/${name}`),
];

export default defineConfig(
  { ignores: ['**/*.cjs', 'eslint.config.js', 'node_modules', 'web/dist', 'data', 'coverage'] },
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'no-restricted-syntax': ['error', noDefaultExports, noInlineSpreads],
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 4],
      complexity: ['error', 10],
      'max-depth': ['error', 3],
    },
  },
  {
    files: ['domain/**/*.ts', 'projections/**/*.ts', 'server/**/*.ts'],
    ignores: [
      ...['delay', 'scheduler', 'threads/run-in-worker'].map((name) => `server/lib/${name}.ts`),
      ...['**/*.test.ts', '**/*.suite.ts', '**/testing/**'],
    ],
    rules: { 'no-restricted-syntax': ['error', noDefaultExports, noInlineSpreads, ...serverMechanisms] },
  },
  {
    files: ['server/**/*.ts'],
    ignores: [
      ...[...filesThatPut, ...['delay', 'scheduler', 'threads/run-in-worker'].map((name) => `server/lib/${name}`)].map(
        (name) => `${name}.ts`,
      ),
      ...['server/cli/**', '**/*.test.ts', '**/*.suite.ts', '**/suite/**', '**/testing/**'],
    ],
    rules: { 'no-restricted-syntax': ['error', noDefaultExports, noInlineSpreads, ...serverMechanisms, noPut] },
  },
  {
    files: ['domain/**/*.ts', 'projections/*.ts'],
    ignores: ['**/*.test.ts', '**/testing/**'],
    rules: {
      'no-restricted-globals': ['error', 'process', 'fetch', 'crypto', 'setTimeout', 'setInterval'],
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random' },
        { object: 'Date', property: 'now' },
      ],
      'no-restricted-syntax': ['error', noDefaultExports, noInlineSpreads, noCurrentTime, ...serverMechanisms],
    },
  },
  {
    files: ['web/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended, query.configs['flat/recommended']],
    // It warns of what the React Compiler skips; this project does not use that compiler.
    rules: { 'react-hooks/incompatible-library': 'off' },
  },
  {
    files: ['**/*.test.ts', '**/*.test.tsx', '**/*.suite.ts', 'e2e/**', 'tools/bench/**'],
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    files: ['e2e/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        noDefaultExports,
        noInlineSpreads,
        {
          selector: 'VariableDeclarator > CallExpression.init[callee.property.name=/^waitFor/]',
          message:
            'Wait and act in one Promise.all: where the act fails, nobody would handle what the wait rejects with.',
        },
        {
          selector: 'CallExpression[callee.object.name="route"][callee.property.name="fetch"]',
          message: 'Fetch before the route is set: the end of a test cuts a handler off that fetches by itself.',
        },
      ],
    },
  },
  // The router learns its routes, and the query client its metadata, by merging into their interfaces.
  {
    files: ['web/src/boot/{router,query-client}.ts'],
    rules: { '@typescript-eslint/consistent-type-definitions': 'off' },
  },
  {
    files: ['vite.config.ts', 'vitest.config.ts', 'vitest.e2e.config.ts'],
    rules: { 'no-restricted-syntax': ['error', noInlineSpreads] },
  },
);
