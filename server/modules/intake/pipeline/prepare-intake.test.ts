import { expect, it } from 'vitest';
import { prepareIntake } from './prepare-intake.ts';

it('An intake is prepared by the preview of one listing that it would accept, once it is ready', async () => {
  const calls: string[] = [];
  await prepareIntake(
    { values: null },
    {
      get ready() {
        calls.push('ready');
        return Promise.resolve();
      },
      preview: (parsed) => {
        calls.push(parsed.kind);
        return Promise.resolve({ kind: 'rejected', reason: 'already sold' });
      },
    },
  );
  expect(calls).toEqual(['ready', 'listing']);
});
