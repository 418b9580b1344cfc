import { describe, expect, it } from 'vitest';
import type { StorageConfig } from '#server/platform/config/storage-config.ts';
import { parseArguments } from '#server/lib/command-line/parse-arguments.ts';
import { migrateOptions, toMigrateOptions } from './options.ts';

const parseMigrateOptions = (args: string[], storageConfig: StorageConfig) =>
  toMigrateOptions(
    parseArguments({ invocation: 'npm run migrate --', options: migrateOptions }, args).values,
    storageConfig,
  );

const both: StorageConfig = { dataDir: 'd', eventStoreUrl: 'esdb://e', mongoUrl: 'mongodb://m/x' };
const embedded: StorageConfig = { dataDir: 'd', eventStoreUrl: null, mongoUrl: null };

describe('the options of npm run migrate', () => {
  it('The options of npm run migrate name the source and the target', () => {
    expect(parseMigrateOptions(['--from', 'sqlite', '--to', 'env'], both)).toEqual({
      from: 'sqlite',
      source: embedded,
      target: both,
    });
    expect(parseMigrateOptions(['--from=env', '--to=sqlite'], both)).toEqual({
      from: 'env',
      source: both,
      target: embedded,
    });
  });

  it.each([
    [[], both, 'Use --from sqlite --to env, or --from env --to sqlite'],
    [['--from', 'sqlite', '--to', 'sqlite'], both, 'Use --from sqlite --to env'],
    [['--from', 'sqlite', '--to', 'mysql'], both, 'Use --from sqlite --to env'],
    [['--from', 'sqlite', '--into', 'env'], both, "Unknown option '--into'"],
    [['--from', 'sqlite', '--to', 'env'], { ...both, mongoUrl: null }, 'Set both EVENTSTORE_URL and MONGODB_URL'],
    [['--from', 'env', '--to', 'sqlite'], embedded, 'Set both EVENTSTORE_URL and MONGODB_URL'],
  ])('The options of npm run migrate are rejected with a sentence: %j', (args, places, sentence) => {
    expect(() => parseMigrateOptions(args, places)).toThrow(sentence);
  });
});
