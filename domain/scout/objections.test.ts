import { describe, expect, it } from 'vitest';
import { judge } from './judge.ts';

type Example = [expected: string, title: string, price: number | null, details?: string];

const verdictOf = (title: string, price: number | null, details = '') => {
  const verdict = judge({ title, details, price });
  return verdict.verdict === 'match' ? verdict.propertyType : verdict.verdict;
};

function examples(subject: string, table: Example[]) {
  describe(subject, () => {
    it.each(table)('%s: %s (%s) %s', (expected, title, price, details) => {
      expect(verdictOf(title, price, details)).toBe(expected);
    });
  });
}

examples('what is let and not sold', [
  ['reject', 'House for rent', 1200],
  ['reject', '3 bedroom house for rent, no pets', 1450],
  ['reject', 'Room for rent near campus', 500],
  ['reject', 'Roommate wanted', 450],
  ['reject', 'Apartment available now', 850],
  ['reject', '2 bed 2 bath, washer and dryer, fitness center', 1320],
  ['reject', '$950/mo 2 bedroom duplex', 950],
  ['reject', 'Sublease my studio for summer', 600],
  ['reject', 'Mobile home for rent', 700],
  ['reject', 'Beach condo vacation rental', 130],
  ['reject', 'Now leasing! Move-in special', 799],
  ['reject', 'Beautiful 3 bedroom house', 1500],
  ['reject', 'Hunting land for lease', 2000],
  ['reject', 'Office space for lease', 900],
  ['review', '3 bedroom house', 4200],
  ['reject', '3 bedroom house', 1200],
  ['review', 'Double wide', 900],
  ['review', 'House for sale or rent', 2900],
  ['reject', 'Charming cottage, 12 month lease', 1250],
  ['reject', 'Cozy cabin, $120/night', 120],
  ['reject', 'Winter rental', 1500],
  ['reject', 'Weekly rates! Furnished studio', 250],
  ['reject', 'Se renta casa', 900],
  ['review', 'Rent to own 3 bed house', 900],
  ['review', '1220 N Oak St', 1350],
]);

examples('talk of rent by somebody who sells', [
  ['house', 'House for sale, was used as a rental', 42_000],
  ['house', 'Rental property, tenant occupied, rents for $850', 55_000],
  ['house', '3 bed house, owner financing $500/mo', 39_000],
  ['house', 'Rent ready 2 bedroom home', 48_000],
  ['house', 'Stop renting! Own this 3 bed home', 65_000],
  ['house', 'Section 8 tenant in place, 3 bed', 60_000],
  ['house', 'House for sale', 1500, 'Tax deed, cash only.'],
  ['house', '2 bedroom condo', 70_000, 'Fitness center, pool, pets allowed, storage included.'],
  ['house', 'This house is not for rent', 90_000],
  ['house', 'Small house for rent or sale', 38_000],
  ['house', 'Turnkey rental, 3 bed home', 49_000, 'Tenant in place since 2019, month to month.'],
  ['house', 'Duplex - live in one side, rent the other', 88_000],
  ['mobile home', 'Mobile home, needs work, sold as storage', 600],
]);

examples('people who look for something, and services', [
  ['reject', 'We buy houses any condition', null],
  ['reject', 'I buy mobile homes for cash', null],
  ['reject', 'Sell your house fast', null],
  ['reject', 'Looking for a house to buy', 50_000],
  ['reject', 'ISO land with well', null],
  ['reject', 'WTB mobile home to move', 5000],
  ['reject', 'House cleaning', 100],
  ['reject', 'Mobile home movers', 1000],
  ['reject', 'Free list of foreclosures', 1],
  ['reject', 'Cash for your house', null],
  ['house', 'Looking for a fixer upper? 3 bed house', 30_000],
  ['house', 'Cash buyers wanted: 3 bed house', 30_000],
  ['house', 'House for sale, looking for a quick sale', 30_000],
  ['reject', 'Need a place to rent ASAP', 700],
  ['reject', 'Local investor looking for apartments', 1_000_000],
  ['reject', 'Roof repair and gutter cleaning', 200],
  ['reject', 'Now hiring: house painters', 25],
  ['review', 'Roofing for your house', 6000],
  ['house', 'Need to sell my house fast', 45_000],
  ['house', 'House, roof repairs needed', 24_000],
]);

examples('other goods', [
  ['reject', '2014 travel trailer, sleeps 6', 9000],
  ['reject', 'RV for sale', 15_000],
  ['reject', 'Motorhome, class C', 22_000],
  ['reject', '16 ft utility trailer', 1200],
  ['reject', 'Storage shed 10x12', 1800],
  ['reject', 'iPhone 13', 300],
  ['reject', 'Leather couch', 250],
  ['reject', 'Lot of 12 vintage toys', 60],
  ['reject', 'Home gym', 400],
  ['reject', 'Dog house', 50],
  ['reject', 'Mobile home skirting', 150],
  ['reject', 'Land Rover Discovery', 7000],
  ['reject', 'Tiny house plans', 20],
  ['reject', '2016 Ford F150', 18_000],
  ['reject', 'King bed frame', 80],
  ['reject', 'Parking space downtown', 20_000],
  ['reject', 'Cabin kit', 12_000],
  ['reject', 'Whole house generator', 6000],
  ['reject', 'Garage sale Saturday', 1],
  ['reject', 'SOLD: 3 bed house', 30_000],
  ['reject', 'Two cemetery plots', 3000],
  ['reject', 'Timeshare week in Orlando', 2000],
  ['raw land', '2 acres with camper and shed', 20_000],
  ['reject', 'Home theater system', 350],
  ['reject', 'Lots of kids clothes', 20],
  ['reject', '5th wheel with slide outs', 14_000],
  ['reject', 'Coffee mug, never used', 8],
  ['house', 'House for sale includes furniture, tractor and boat', 99_000],
]);

examples('what nobody can tell', [
  ['review', 'asdf qwer', null],
  ['review', 'Great opportunity!', 25_000],
  ['review', 'Diamond in the rough', 29_000],
  ['review', 'Warehouse', 80_000],
  ['review', 'Mobile home park for sale, 22 lots', 900_000],
  ['review', 'asdf qwer', 0],
  ['review', 'Storefront with apartment above', 70_000],
  ['review', 'House', 3500],
]);
