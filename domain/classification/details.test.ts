import { describeExamples } from './testing/examples.ts';

describeExamples('houses whose details also mention other things', [
  [
    'house',
    'Great starter home',
    68_000,
    'This home has 3 bedrooms and 1 bath. Close to schools. No pets for showings please.',
  ],
  [
    'house',
    "Handyman's dream",
    17_500,
    '2 story, 4 bed 2 bath. Furnace is gone, pipes burst. Taxes $900/yr. Deposit of $1,000 holds it.',
  ],
  ['house', 'Cheap house Saginaw', 6500, 'Sold as is cash only quit claim deed $6,500'],
  ['house', 'Property in Gary Indiana', 3000, 'House needs complete rehab, back taxes owed. Must go this week.'],
  [
    'house',
    'Estate sale',
    92_000,
    'Estate of our late mother. Three bedroom brick ranch, original condition, cash or conventional',
  ],
  [
    'house',
    'House with a shop',
    129_000,
    '2 bed 1 bath home plus 30x40 pole barn, camper hookup, storage shed and RV parking',
  ],
  ['house', 'Home on land contract', 49_900, '3 bed, $5,000 down, $600 per month, price 49,900'],
  ['house', 'Rental portfolio: 3 houses package deal', 145_000, 'all rented, $2,100/mo gross, section 8 tenants'],
  [
    'house',
    'Duplex',
    79_000,
    'Both sides rented at $650, tenants pay utilities, month to month leases, great rental income',
  ],
  ['house', 'For sale or rent: 3 bed house', 85_000, 'asking 85,000 or rent $1100 month'],
  ['house', 'Foreclosure auction: 3BR 2BA', 25_000, 'Opening bid $25,000. Occupied, do not disturb.'],
  ['house', 'County auction parcel 12-345', 750, 'residential structure, minimum bid 750'],
  ['house', 'Apartment over storefront? No! Single family home', 88_000, '3 bed'],
]);

describeExamples('mobile homes whose details also mention other things', [
  [
    'mobile home',
    'Trailer for sale',
    5500,
    '1978 12x60 two bedroom. Lot rent is 285 a month includes water and trash. Park approval needed.',
  ],
  ['mobile home', 'Nice home in quiet park', 54_000, '2012 Clayton 3 bed 2 bath manufactured home. Space rent $650.'],
]);

describeExamples('land whose details also mention other things', [
  [
    'raw land',
    'Beautiful building site',
    42_000,
    '3 acres, perked, no restrictions. Bring your builder. House across the road sold for 300k',
  ],
  [
    'raw land',
    'Land',
    79_000,
    '40 acre tract, borders state forest. Cabin nearby available to rent for hunting season.',
  ],
  [
    'raw land',
    'Wooded lot',
    9900,
    'Perfect for your mobile home, tiny house or RV. Owner financing $500 down $150 month',
  ],
  [
    'raw land',
    'Owner financed desert land no credit check',
    4995,
    '1.25 acres Mohave County. $150 down, $95 per month for 60 months.',
  ],
  ['raw land', 'Burial-free, flood-free lot!', 12_000, '75x150 lot cleared with city sewer'],
]);

describeExamples('tiny homes whose details also mention other things', [
  ['tiny home', 'Tiny house with loft', 15_000, '24 ft on trailer, composting toilet, needs finishing inside'],
]);

describeExamples('no home or land according to the details', [
  ['reject', '2 bedroom house', 850, '$850 a month plus deposit. No smoking. Section 8 welcome.'],
  ['reject', 'House in the country', 1100, 'First and last month plus deposit, references required, available now'],
  ['reject', 'Nice 3 bedroom', 1250, 'Rent is $1,250, tenant pays all utilities, 12 month lease'],
  ['reject', 'Cozy apartment', 750, 'all utilities included, no pets, available August 1st, application fee $35'],
  ['reject', 'Mobile home for rent', 900, '3 bed 2 bath on private land, $900 mo, $900 deposit'],
  ['reject', 'RV for rent or sale', 8000, '30 ft travel trailer, hooked up on lot'],
  ['reject', 'Lake cabin getaway', 199, 'sleeps 8, hot tub, nightly and weekly rates, book now'],
  ['reject', 'Room', 120, 'furnished room in house, female preferred, share bath, $120/week'],
  ['reject', 'Investors list', 1, 'Join our cash buyers list and get wholesale deals daily'],
  ['reject', 'We can help you avoid foreclosure', null, 'call today we buy any house, any condition, fast closing'],
  ['reject', 'I want to buy your land', null, '5-100 acres within 2 hours of Atlanta, cash, quick close'],
  ['reject', 'Looking for owner finance home', 90_000, 'We are a family of 4 with 10k down. Need 3 bed.'],
  ['reject', 'Wanted mobile home to move', 10_000, 'Looking for used single wide in good shape under 10k'],
  ['reject', 'Storage building 12x32', 6900, 'Repo shed with loft and porch, free delivery within 30 miles'],
  ['reject', 'Log home package', 39_000, 'kit includes logs, windows, doors and plans, you pick up'],
  ['reject', 'Metal carport 20x21', 1995, 'installed on your level land'],
  ['reject', 'Church looking for property to rent', null, 'small congregation needs space'],
  ['reject', 'Traveling nurse needs furnished place', 1200, '3 month stay'],
]);

describeExamples('offers that title and details leave open', [
  ['review', 'For sale or rent: 3 bed house', 900, 'rent 900 or buy'],
  ['review', 'Investment', 65_000, 'great cash flow in Memphis, send email for info'],
  ['review', 'Commercial storefront with apartment above', 98_000, 'brick, 2 units'],
]);
