import { expect, it } from 'vitest';
import { blankDraft, toEntryBody } from './draft.ts';

it('A draft of a listing is sent without blank fields', () => {
  expect(toEntryBody(blankDraft)).toEqual({});
  expect(toEntryBody({ ...blankDraft, title: ' House ', city: '  ' })).toEqual({ title: 'House' });
});
