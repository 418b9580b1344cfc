import { describe, expect, it } from 'vitest';
import { parseSource } from './source-files.ts';
import { findStrayStreamNames } from './stream-name-rules.ts';

const catalog = parseSource(
  'domain/event-catalog/streams.ts',
  'export type StreamEvents = { user: UserEvent; seal: SealEvent };\nconst name = `user-${id}`;',
);

describe('names of streams', () => {
  it('The name of a stream is refused outside of the file that names streams', () => {
    const files = [catalog, parseSource('server/app/main.ts', '\nawait read(`user-${id}`);')];
    expect(findStrayStreamNames(files)).toEqual([
      "server/app/main.ts:2 names a stream by 'user-': only domain/event-catalog/streams.ts may.",
    ]);
  });

  it('Templates that name no stream, and other layers, are allowed', () => {
    const files = [
      catalog,
      parseSource('server/app/main.ts', 'const texts = [`user ${id}`, `${id}-user`, `other-${id}`, `user-id`];'),
      parseSource('web/src/page.tsx', 'const key = `user-${id}`;'),
    ];
    expect(findStrayStreamNames(files)).toEqual([]);
  });

  it('A catalogue without kinds of streams is a failure', () => {
    expect(findStrayStreamNames([])).toHaveLength(1);
  });
});
