import { describe, expect, it } from 'vitest';
import { selectOffMarketSignals } from './off-market-signals.ts';

describe('selectOffMarketSignals', () => {
  it('The function selectOffMarketSignals leaves out the price, and the words that name the type', () => {
    const inherited = { says: 'Inherited', quote: 'Heirs want' };
    const reasons = [
      { says: 'Price $45,000', quote: '$45k' },
      { says: 'House', quote: 'bungalow' },
      { says: 'House at a street address', quote: '12 Elm Street' },
      inherited,
    ];
    expect(selectOffMarketSignals(reasons, 'house')).toEqual([inherited]);
  });

  it('The function selectOffMarketSignals keeps words of another type, which say what else is there', () => {
    const reasons = [{ says: 'Mobile home', quote: 'single wide' }];
    expect(selectOffMarketSignals(reasons, 'raw land')).toEqual(reasons);
  });
});
