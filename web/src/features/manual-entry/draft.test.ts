import { expect, it } from 'vitest';
import { blankDraft, toEntryBody, findEntryField } from './draft.ts';

it('A draft of a listing is sent without blank fields', () => {
  expect(toEntryBody(blankDraft)).toEqual({});
  expect(toEntryBody({ ...blankDraft, title: ' House ', city: '  ' })).toEqual({ title: 'House' });
});

it('A refusal of a listing belongs to the field that it begins with', () => {
  expect(findEntryField('link must start with http:// or https://')).toBe('link');
  expect(findEntryField('The service is busy.')).toBeNull();
});
