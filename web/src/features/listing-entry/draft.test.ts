import { expect, it } from 'vitest';
import { blankDraft, bodyOf, fieldOf } from './draft.ts';

it('a draft is sent without what is blank', () => {
  expect(bodyOf(blankDraft)).toEqual({});
  expect(bodyOf({ ...blankDraft, title: ' House ', city: '  ' })).toEqual({ title: 'House' });
});

it('a refusal belongs to the field that it begins with', () => {
  expect(fieldOf('link must start with http:// or https://')).toBe('link');
  expect(fieldOf('The service is busy.')).toBeNull();
});
