import { expect, it } from 'vitest';
import type { Correction } from '#domain/correction/contract.ts';
import { toTrainingRows } from './training.ts';

const text = { title: 'Cabin', details: 'On a hill', price: 20_000 };
const correct = (label: Correction['label'], changes: Partial<Correction['text']> = {}): Correction => ({
  at: '2026-03-10T12:00:00.000Z',
  source: 'county',
  text: { ...text, ...changes },
  judged: 'house',
  label,
});

it('The last correction of a text is trained on, at any price', () => {
  const rows = toTrainingRows([
    correct('reject'),
    correct('raw land', { title: 'Lot' }),
    correct('tiny home', { price: 9 }),
  ]);
  expect(rows).toEqual([
    { ...text, price: 9, label: 'tiny home', trap: 'correction' },
    { ...text, title: 'Lot', label: 'raw land', trap: 'correction' },
  ]);
});

it('A correction without a single type, or of a text whose source states the type, is not trained on', () => {
  expect(toTrainingRows([correct('match'), correct('house', { title: 'Lot', propertyType: 'Land' })])).toEqual([]);
});
