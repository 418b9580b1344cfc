import { describe, expect, it } from 'vitest';
import { findOffMarketSignals } from './signals.ts';

describe('an off-market signal', () => {
  it.each([
    ['Cash only', 'House, cash only no owner finance'],
    ['Cash only', 'Cash buyers or portfolio lenders only'],
    ['Needs work', 'Needs some work'],
    ['Needs work', 'The house needs a lot of work'],
    ['Needs work', 'in need of repair'],
    ['Needs work', 'requires total renovation'],
    ['Needs work', 'roof leaks and floors are soft'],
    ['Needs work', 'Gut rehab opportunity'],
    ['Needs work', 'Rehabbers special'],
    ['Needs work', 'Come finish the rehab'],
    ['Needs work', 'Make this your spring project'],
    ['Needs work', 'mold and water damage'],
    ['Needs work', 'Unfinished house, shell only'],
    ['Inherited', 'We inherited this house from our uncle'],
    ['Inherited', "My grandmother's house"],
    ['Inherited', 'Heirs want to sell'],
    ['Estate sale', 'Selling to settle estate'],
    ['Estate sale', 'Estate of the late owner'],
    ['Estate sale', 'Probate property'],
    ['As-is', 'SOLD AS IS'],
    ['As-is', 'selling as-is where-is'],
    ['As-is', 'House is AS IS.'],
    ['Back taxes', 'Owes $4,000 in back taxes'],
    ['Back taxes', 'taxes are delinquent'],
    ['Back taxes', 'behind on property taxes'],
    ['Lien', 'there is a lien on it'],
    ['Lien', "has a mechanic's lien"],
    ['Foreclosure', 'pre-foreclosure, auction next month'],
    ['Foreclosure', 'REO property'],
    ['Vacant', 'House has been vacant for two years'],
    ['Vacant', 'sitting empty since 2019'],
    ['Quick sale', 'need gone asap'],
    ['Quick sale', 'Price reduced'],
    ['Below market', 'priced below market value'],
    ['Off market', 'For sale by owner'],
    ['Off market', 'not on MLS'],
    ['Owner financing', 'owner will finance'],
    ['Tenant in place', 'tenant in place paying $700'],
  ])('The off-market signal %s is found in: %s', (says, text) => {
    const signals = findOffMarketSignals(text);
    expect(signals.map((cue) => cue.says)).toContain(says);
    for (const { quote } of signals) expect(text).toContain(quote);
  });

  it.each([
    'House, not as-is',
    'No liens, no back taxes owed',
    'no known liens or judgments',
    'lien free title',
    'free of liens',
    'Never vacant, long history',
    'Vacant lot next door',
    'All taxes current, no delinquent taxes',
    'Home in a real estate hot spot',
    'Real estate sales by a licensed agent',
    'Country estate with pool',
    'Estate-sized lot',
    'Fully renovated, nothing needs work',
    'No work needed, does not need repairs',
    'Completely gutted and rebuilt in 2015',
    'Gut rehabbed in 2019',
    'Large unfinished basement',
    'not a foreclosure or short sale',
    'locked in reduced rate',
    'below market rents',
    'not cheap',
    'no agent fees',
    'no owner financing',
    'No seller or owner financing',
    'owner financing is not available',
    'no tenants',
    'no rush to sell',
    'If you are a cash buyer, we pay the closing',
  ])('An off-market signal is not detected in: %s', (text) => {
    expect(findOffMarketSignals(text)).toEqual([]);
  });
});
