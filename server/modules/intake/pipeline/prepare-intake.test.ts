import { expect, it } from 'vitest';
import type { ParsedItem } from '#domain/intake/parsed-item.ts';
import { prepareIntake } from './prepare-intake.ts';

it('An intake is prepared by the preview of one listing that it would accept, once it is ready', async () => {
  const previewed: ParsedItem[] = [];
  const ready = Promise.withResolvers<undefined>();
  const preview = (parsed: ParsedItem) => {
    previewed.push(parsed);
    return Promise.resolve({ kind: 'rejected' as const, reason: 'already sold' });
  };
  const prepared = prepareIntake({ values: null }, { ready: ready.promise, preview });
  expect(previewed).toEqual([]);
  ready.resolve(undefined);
  await prepared;
  expect(previewed).toMatchObject([{ kind: 'listing' }]);
});
