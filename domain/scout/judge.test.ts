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

examples('any dwelling that is neither mobile nor tiny is a house', [
  ['house', 'House for sale, needs a roof', 24_000],
  ['house', '3 bed 1 bath brick ranch', 38_000],
  ['house', '3BR/2BA, 1,450 sqft, cash only', 41_500],
  ['house', 'Cute 4/2 near the river', 62_000],
  ['house', 'Duplex, both sides rented for $700', 89_000],
  ['house', 'Handyman special', 12_500],
  ['house', 'Condo on the lake', 99_000],
  ['house', 'Old farmhouse on 12 acres', 110_000],
  ['house', 'Log cabin with 3 acres', 75_000],
  ['house', 'Home with acreage', 140_000],
  ['house', 'House on large lot', 45_000],
  ['house', 'House and two lots', 45_000],
  ['house', 'Modular home on permanent foundation', 88_000],
  ['house', 'Apartment building, 6 units', 150_000],
  ['house', 'Fourplex for investors', 149_000],
  ['house', 'Inherited home, must sell fast', 30_000],
  ['house', "Grandma's place", 35_000, 'Three bedrooms, one bath, full basement. Needs work.'],
  ['house', 'Great deal in Toledo', 29_900, '3 bed 1 bath house, sold as is.'],
  ['house', '40 acres', 120_000, 'Comes with a 3 bedroom 2 bath home built in 1962.'],
  ['house', 'Fixer upper, land contract possible', 19_000],
  ['house', 'Vacant house in Gary', 9_500],
  ['house', 'House with RV parking and a shed', 55_000],
  ['house', 'Home with tractor and hot tub included', 85_000],
  ['house', 'Not a mobile home! 3 bed block house', 64_000],
  ['house', 'Bungalow on corner lot', 22_000],
  ['house', 'Casa en venta', 35_000],
  ['house', 'Rent to own 3 bed house', 45_000],
]);

examples('mobile homes', [
  ['mobile home', 'Mobile home for sale, must be moved', 8500],
  ['mobile home', '1998 double wide', 18_000],
  ['mobile home', 'Doublewide on 2 acres', 49_000],
  ['mobile home', 'Single-wide 14x70, 3 bed 2 bath', 12_000],
  ['mobile home', '3 bedroom 2 bath 28x56', 44_000],
  ['mobile home', 'Manufactured home in 55+ park', 35_000],
  ['mobile home', 'Land with mobile home', 32_000],
  ['mobile home', 'Mobile home with land, 1.5 acres', 32_000],
  ['mobile home', '2 bed 1 bath trailer in quiet park', 6500],
  ['mobile home', 'Trailer on half an acre', 15_000],
  ['mobile home', 'House trailer, cash', 5000],
  ['mobile home', '3 bed home, needs TLC', 21_000, '1994 double wide on a rented lot.'],
  ['mobile home', 'Mobile home, lot rent $350', 14_000],
  ['mobile home', 'Mobile-home needs work', 3000],
  ['mobile home', '16x80 in Shady Acres park, needs floors', 7500],
  ['mobile home', '2br MH on its own lot', 17_000],
  ['mobile home', 'Se vende casa movil', 9000],
]);

examples('raw land', [
  ['raw land', 'Vacant lot', 4000],
  ['raw land', '5 acres, wooded, creek', 25_000],
  ['raw land', '0.25 acre lot near the lake', 6000],
  ['raw land', 'Land for sale by owner', 12_000],
  ['raw land', 'Mobile home lot with septic and well', 14_000],
  ['raw land', 'Home site with power at the street', 17_500],
  ['raw land', 'Build your dream home here! 2 acres', 30_000],
  ['raw land', '10 acres, no mobile homes allowed', 50_000],
  ['raw land', '3 acres, mobile homes ok', 21_000],
  ['raw land', 'Tiny home friendly land', 9000],
  ['raw land', 'RV lot with full hookups', 19_000],
  ['raw land', 'Lot next to brick house', 3000],
  ['raw land', 'Two residential lots', 8000],
  ['raw land', 'Corner lot, old house was demolished', 5000],
  ['raw land', '80 acre hunting tract', 149_000],
  ['raw land', 'Great investment', 8000, 'Vacant land, 0.4 acres, perfect for a mobile home or a cabin.'],
  ['raw land', 'Owner financing $150/mo, 1 acre in Costilla County', 6500],
  ['raw land', 'Commercial lot on Main Street', 60_000],
  ['raw land', '1 acre with well and septic, ready for mobile home', 16_000],
  ['raw land', 'Terreno en venta', 11_000],
]);

examples('tiny homes', [
  ['tiny home', 'Tiny house on wheels', 28_000],
  ['tiny home', 'Tiny home, 320 sq ft, with lot', 39_000],
  ['tiny home', 'THOW for sale, 24 ft', 33_000],
  ['tiny home', 'Shed converted to tiny home', 15_000],
  ['tiny home', 'Park model in gated resort', 30_000],
]);

examples('a street address is a house until something says otherwise', [
  ['house', '5120 Maplewood, Detroit MI 48209', 2400],
  ['house', '5120 MAPLEWOOD', 8100],
  ['house', 'Tax auction: 5120 Maplewood', 900],
  ['house', '77 N 5th St, Hamtramck, MI 48212', 31_000],
  ['house', '1204 Log Cabin Rd, Macon, GA', 2000],
  ['house', '2316 Ford, Flint MI 48503', 6000],
  ['house', '12-14 Kings Ct, Troy NY', 75_000],
  ['raw land', 'Vacant lot at 5120 Maplewood, Detroit MI 48209', 900],
  ['raw land', '5120 Maplewood, Detroit MI 48209', 900, '100 - Residential Vacant'],
  ['mobile home', '88 County Road 12', 1500, '108 - Mobile Home'],
  ['review', '5120 MAPLEWOOD', 1100],
  ['review', '300 Main St', 45_000, 'Office building, two floors'],
]);

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
]);

examples('what nobody can tell', [
  ['review', 'asdf qwer', null],
  ['review', 'Great opportunity!', 25_000],
  ['review', 'Diamond in the rough', 29_000],
  ['review', 'Warehouse', 80_000],
  ['review', 'Mobile home park for sale, 22 lots', 900_000],
  ['review', 'asdf qwer', 0],
]);
