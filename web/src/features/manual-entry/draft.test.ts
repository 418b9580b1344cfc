import { expect, it } from 'vitest';
import { blankDraft, toEntryBody, findEntryField } from './draft.ts';

it('a draft is sent without what is blank', () => {
  expect(toEntryBody(blankDraft)).toEqual({});
  expect(toEntryBody({ ...blankDraft, title: ' House ', city: '  ' })).toEqual({ title: 'House' });
});

it('a refusal belongs to the field that it begins with', () => {
  expect(findEntryField('link must start with http:// or https://')).toBe('link');
  expect(findEntryField('The service is busy.')).toBeNull();
});
