import { beforeAll, describe, expect, it } from 'vitest';
import { type Gazetteer, loadGazetteer } from './gazetteer.ts';
import { findZipInCounty } from './find-zip-in-county.ts';

describe('the ZIP of a county in a text', () => {
  let gazetteer: Gazetteer;
  beforeAll(async () => {
    gazetteer = await loadGazetteer();
  });
  const find = (...texts: string[]) =>
    findZipInCounty(texts, { county: '35 - Ohio', state: 'WV' }, gazetteer, ['26060']);

  it.each([
    ['at the end of an address', ['12 ELM ST WHEELING 26003']],
    ['with four more digits', ['12 Elm St, Wheeling 26003-1234']],
    ['in a sentence', ['Lot on the hill, 26003. Call us.']],
    ['in the second text', ['12 ELM ST', 'Lot 7, Wheeling WV 26003']],
    ['twice', ['Wheeling 26003. Sold at 12 Main St, Wheeling 26003']],
    ['beside a number of another county', ['Wheeling 26003, office in Wellsburg 26070']],
    ['as the whole text', ['26003']],
  ])('The ZIP of a county in a text is found %s', (_where, texts) => {
    expect(find(...texts)).toBe('26003');
  });

  it.each([
    ['in another county', 'Wellsburg 26070'],
    ['that is a parcel', 'Parcel 26003, map 12'],
    ['in a code', '35-26003-0022, 0-26003, A26003, 26003B'],
    ['that is a price', 'Bid $26003, asking 26003, 26003 dollars'],
    ['that is a part of a price', 'Bid 26003.50, then 26,003'],
    ['of a house', '26003 Elm St and 26003 N Old Mill Rd'],
    ['at the start of a line that is an address', '26003 National'],
    ['that measures', '26003 sq ft, 26003 feet'],
    ['that is a code of the row', 'Wheeling 26060'],
  ])('The ZIP of a county in a text is no number %s', (_what, text) => {
    expect(find(text)).toBeNull();
  });

  it('The ZIP of a county in a text may have its center in the next county where its city is beside it', () => {
    const brooke = { county: 'Brooke', state: 'WV' };
    expect(findZipInCounty(['12 Elm St Weirton 26062'], brooke, gazetteer)).toBe('26062');
    expect(findZipInCounty(['12 Elm St 26062'], brooke, gazetteer)).toBeNull();
    expect(findZipInCounty(['12 Elm St Charleston 25301'], brooke, gazetteer)).toBeNull();
  });

  it('The ZIP of a county in a text is unknown where it names two of that county', () => {
    expect(find('Wheeling 26003 or Triadelphia 26059')).toBeNull();
    expect(find('Triadelphia 26059')).toBe('26059');
  });
});
