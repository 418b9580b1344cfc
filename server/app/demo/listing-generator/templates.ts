/** Templates of generated offers; a word in braces is filled in. Prices in whole US dollars. */
export type OfferTemplate = { titles: readonly string[]; details: string; lowest: number; highest: number };

export const fillerTexts = {
  why: [
    'Inherited from our grandmother, and we live out of state.',
    'Heirs want it gone before the next tax bill.',
    'Estate sale, the family has agreed on a quick price.',
    'Back taxes are due, and we would rather sell than pay.',
    'Mom moved to assisted living and no one can keep it up.',
    'Divorce, must sell this month.',
    'The owner is retiring, this is the last one to go.',
    'Probate is done and the title is clear.',
    'Bought to fix up, and never found the time.',
  ],
  need: [
    'Needs a roof and a furnace.',
    'Needs flooring, paint and a lot of cleaning.',
    'Copper is gone and two windows are broken.',
    'Solid brick, the porch leans a little.',
    'Kitchen was gutted ten years ago and never finished.',
    'Water comes into the basement in spring, the rest is dry.',
    'New water heater, everything else is original.',
    'Good bones, ugly carpet.',
  ],
  terms: [
    'Cash only, sold as-is.',
    'As-is, no inspections, quick close.',
    'Cash or hard money.',
    'No realtors please, direct from the owner.',
    'Warranty deed, closes at a local title company.',
    'First come, first served.',
  ],
  street: [
    'Maple Street',
    'Oak Avenue',
    'Cedar Lane',
    'Walnut Street',
    'Birch Road',
    'Chestnut Street',
    'Linden Avenue',
    'Sycamore Drive',
    'Hickory Lane',
    'Poplar Street',
    'Jefferson Avenue',
    'Lincoln Street',
    'Harrison Road',
    'Monroe Street',
    'Garfield Avenue',
    'Franklin Street',
    'Church Street',
    'Mill Road',
    'River Road',
    'Prospect Avenue',
  ],
} as const;

export const houseTemplate: OfferTemplate = {
  titles: [
    '{beds} bedroom house on {street}, needs work',
    'Inherited {beds} bedroom house, {street}',
    'Fixer-upper: {beds} bedroom bungalow on {street}',
    'Estate house at {number} {street}, {beds} bedrooms',
  ],
  details: '{why} {number} {street}: {beds} bedrooms, {area} square feet, built in {year}. {need} {terms}',
  lowest: 9000,
  highest: 64_000,
};

export const mobileHomeTemplate: OfferTemplate = {
  titles: [
    '{year} single-wide mobile home, {beds} bedrooms',
    'Mobile home off {street}, must be sold',
    'Double-wide mobile home, {beds} bedrooms, as-is',
  ],
  details: '{why} {beds} bedroom mobile home from {year}, {area} square feet, at {number} {street}. {need} {terms}',
  lowest: 4000,
  highest: 32_000,
};

export const landTemplate: OfferTemplate = {
  titles: [
    '{acres} acres of raw land off {street}',
    'Vacant land, {acres} acres on {street}',
    '{acres} wooded acres of land near {street}',
  ],
  details: '{why} {acres} acres at {number} {street}, surveyed in {year}. Power at the road, no restrictions. {terms}',
  lowest: 3000,
  highest: 45_000,
};

export const tinyHomeTemplate: OfferTemplate = {
  titles: ['Tiny house on wheels, built in {year}', 'Tiny home near {street}, full bath and loft'],
  details: '{why} Tiny home with a loft and a full bath, built in {year}, parked at {number} {street}. {terms}',
  lowest: 9000,
  highest: 48_000,
};

export const rentalTemplate: OfferTemplate = {
  titles: ['{beds} bedroom apartment for rent on {street}', 'House for rent, {beds} bedrooms, {street}'],
  details: 'For rent: {beds} bedrooms at {number} {street}. First month and deposit, no pets, one year lease.',
  lowest: 650,
  highest: 1600,
};
