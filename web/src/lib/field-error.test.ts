import { expect, it } from 'vitest';
import { findNamedField, formatFieldError } from './field-error.ts';

it.each([
  ['title is required', 'Title is required'],
  [
    'place is needed: give a zipCode, or a city with its state',
    'Place is needed: give a ZIP code, or a city with its state',
  ],
  ['propertyType is needed: say house', 'Type is needed: say house'],
  ['imageUrl must start with https://', 'Picture link must start with https://'],
])('The refusal %j is shown as %j beside its field', (refusal, shown) => {
  expect(formatFieldError(refusal)).toBe(shown);
});

it('A refusal belongs to the field that it begins with', () => {
  const names = ['title', 'link'] as const;
  expect(findNamedField('link must start with http:// or https://', names)).toBe('link');
  expect(findNamedField('The service is busy.', names)).toBeNull();
});
