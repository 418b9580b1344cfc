import { describe, expect, it } from 'vitest';
import type { StorageConfig } from '#server/platform/config/storage-config.ts';
import { parseMigrateOptions } from './options.ts';

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
    expect(parseMigrateOptions(['--help'], embedded)).toBeNull();
  });

  it.each([
    [[], both, 'Say --from sqlite --to env, or --from env --to sqlite'],
    [['--from', 'sqlite', '--to', 'sqlite'], both, 'Say --from sqlite --to env'],
    [['--from', 'sqlite', '--to', 'mysql'], both, 'Say --from sqlite --to env'],
    [['--from', 'sqlite', '--into', 'env'], both, "Unknown option '--into'"],
    [['--from', 'sqlite', '--to', 'env'], { ...both, mongoUrl: null }, 'Set EVENTSTORE_URL and MONGODB_URL, both'],
    [['--from', 'env', '--to', 'sqlite'], embedded, 'Set EVENTSTORE_URL and MONGODB_URL, both'],
  ])('The options of npm run migrate are rejected with a sentence: %j', (args, places, sentence) => {
    expect(() => parseMigrateOptions(args, places)).toThrow(sentence);
  });
});
