import { describe, expect, it } from 'vitest';
import { readStreetLine } from './street-line.ts';

const fromTitle = (title: string) => readStreetLine({ title, details: '' });
const fromText = (details: string) => readStreetLine({ title: 'House for sale', details });

describe('the street line in a title', () => {
  it.each([
    ['1234 W Maple St', '1234 W Maple St'],
    ['1234 w maple street, needs work', '1234 w maple street'],
    ['17500 Biscayne Blvd Unit 4', '17500 Biscayne Blvd Unit 4'],
    ['House at 17500 Biscayne Blvd, Unit 4, Miami FL', '17500 Biscayne Blvd, Unit 4'],
    ['14541 Woodmont Ave, Detroit, MI 48227', '14541 Woodmont Ave'],
    ['26 2nd St Beech Bottom 26030', '26 2nd St'],
    ['4512 County Road 12, Ocala', '4512 County Road 12'],
    ['88 County Rd 40', '88 County Rd 40'],
    ['125 N 300 W, Provo UT', '125 N 300 W'],
    ['350 South 1200 East', '350 South 1200 East'],
    ['901 FM 1960', '901 FM 1960'],
    ['12 Highway 27', '12 Highway 27'],
    ['10326 S Avenue H', '10326 S Avenue H'],
    ['3745 16 Ave S', '3745 16 Ave S'],
    ['1200 E 8 Mile Rd', '1200 E 8 Mile Rd'],
    ['5573 THREE MILE DR', '5573 THREE MILE DR'],
    ['220 Cabin Creek Road', '220 Cabin Creek Road'],
    ['5001 Timber Ridge Ct', '5001 Timber Ridge Ct'],
    ['100 St Clair Ave', '100 St Clair Ave'],
    ['123 Dr Martin Luther King Jr Blvd', '123 Dr Martin Luther King Jr Blvd'],
    ['1521 N. State Parkway', '1521 N. State Parkway'],
    ['226-234 Ellsworth Ave #D1', '226-234 Ellsworth Ave #D1'],
    ['12 1/2 Elm St', '12 1/2 Elm St'],
    ['1950 Maple St', '1950 Maple St'],
    ['$45,000 123 Oak St', '123 Oak St'],
    ['3/2 at 543 13th Ave. S., Hialeah', '543 13th Ave. S'],
    ['14 Quail Run', '14 Quail Run'],
    ['5546 FAIRVIEW', '5546 FAIRVIEW'],
    ['5546 Fairview, Detroit MI', '5546 Fairview'],
    ['Tax auction: 5120 Maplewood', '5120 Maplewood'],
    ['123 Oak St, that is 123 Oak Street', '123 Oak St'],
    ['123 Oak St near 500 Elm St', '123 Oak St'],
    ['Lot 5, 123 Oak St', '123 Oak St'],
    ['OFF MARKET: 123 Oak St', '123 Oak St'],
    ['For sale by owner, corner lot, 123 Oak St', '123 Oak St'],
  ])('%s', (title, line) => {
    expect(fromTitle(title)).toBe(line);
  });

  it.each([
    'Lot 5',
    'Lot 5 Pine St',
    'Unit 12 Shady Lane Court',
    'PO Box 123, Detroit MI 48204',
    'P.O. Box 12 Main St',
    '45,000 Elm St',
    '$45000 Elm Street house',
    '313-555-0123 Oak',
    'Ask at 555-0123 Main Street',
    'RR 2 Box 45',
    '2 car garage on a quiet street',
    '5 acres on a paved road',
    '3 bed 2 bath on Elm St',
    '2 miles from Lake Road',
    '1 story dwelling on Cedar St',
    '1920s foursquare',
    '2021-0441 DOE ST',
    '2 trailers on one acre',
    'Section 8 tenant in place',
    '1998 Fleetwood 28x60',
    'County Road 12',
    'Corner of 5th St and Vine St',
    '123 Oak St and 456 Elm St',
    '1,200 sq ft ranch',
  ])('None is read from: %s', (title) => {
    expect(fromTitle(title)).toBeNull();
  });
});

describe('the street line in a text', () => {
  it.each([
    ['Welcome to 5808 N Mulligan Ave, a fantastic property', '5808 N Mulligan Ave'],
    ['Property: 634 Church Street.\nPower at the road.', '634 Church Street'],
    ['Nestled at 155 North Harbor Dr. #211 in the heart', '155 North Harbor Dr. #211'],
  ])('%s', (details, line) => {
    expect(fromText(details)).toBe(line);
  });

  it.each([
    '20 minutes down a gravel road',
    '2 blocks off the main street',
    'Mail offers to 500 Main St',
    'Auction will be held at 500 Main St',
    'Near 500 Main St',
    'Just off 500 Main St',
    'Sold with 12 Oak St and 14 Oak St',
    'This 1886 Crilly Ct rowhome',
    'Call 313 555 0123',
  ])('None is read from: %s', (details) => {
    expect(fromText(details)).toBeNull();
  });

  it('A title outranks the text', () => {
    expect(readStreetLine({ title: '12 Oak St', details: 'Ours is 14 Elm Street' })).toBe('12 Oak St');
  });

  it('A long text is read in a moment', () => {
    for (const part of ['12 a ', 'Aa Bb Cc ', '1 N 2 ', '12 Oak ', '1/2 '])
      expect(fromText(part.repeat(2000))).toBeNull();
  });
});

it.each([
  ['77 Oak St, Detroit, MI 48227', '77 Oak St'],
  ['N6W23001 Bluemound Rd', 'N6W23001 Bluemound Rd'],
  ['0 Unnamed', '0 Unnamed'],
  ['Warwood Ave', 'Warwood Ave'],
  ['County Road 12', 'County Road 12'],
  ['PO Box 12', null],
  ['Detroit', null],
])('An address field with %j gives %j', (given, line) => {
  expect(readStreetLine({ title: '12 Oak St', details: '', given })).toBe(line);
});
