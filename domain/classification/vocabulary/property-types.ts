import type { PropertyType } from '#domain/listing/contract.ts';
import {
  compilePhrases,
  findPhrases,
  type PhraseMatch,
  type Phrase,
  maskMatches,
} from '#domain/text/phrase-matcher.ts';
import { dwellingsElsewhere, homonyms } from './homonyms.ts';

const countPattern = '(?:\\d{1,2}|one|two|three|four|five|six)';
const sizePattern = '[\\d,]{0,7}\\.?[\\d½¼¾/]{1,5}';

/**
 * Weight 3 names the type, 2 counts its rooms or mentions it in passing, 1 only accompanies it; 8 is an assessor's
 * code.
 */
const tinyHomePhrases: Phrase[] = [
  {
    says: 'Tiny home',
    weight: 3,
    words: compilePhrases`
      tiny~(?:house|home|cabin|dwelling)s?(?: on wheels)?; thow; micro~(?:house|home|cabin)s?;
      park model(?: home| trailer| rv)?s?`,
  },
];

/** A model year or a maker with the size of a double-wide, where no other building of that size is meant. */
const doubleWidePattern =
  '(?:24|26|27|28|30|32)~[x×]~(?:3[6-9]|[4-7]\\d|80)(?! (?:\\w{1,10} )?(?:buildings?|shops?|garages?|barns?|sheds?|car~?ports?|lots?))';
const makerPattern =
  'clayton|southern energy|fleetwood|oakwood|redman|cavalier|champion|palm harbor|skyline|cavco|schult|horton|buccaneer|belmont|waverlee|live oak';

const mobileHomePhrases: Phrase[] = [
  { says: 'Mobile home', weight: 8, words: compilePhrases`108 (?:- )?mobile home` },
  {
    says: 'Mobile home',
    weight: 3,
    words: compilePhrases`
      (?:mobile|mobil|moble)~(?:house|home)s?; manufactured (?:house|home|housing|residence)s?; manufactured; manufact(?:e|o|u)r?(?:e|ed) homes?;
      (?:double|dubble|single|triple|dbl|sgl)~wides?(?: trailers?)?; trail[eo]r (?:house|home)s?; house trail[eo]rs?;
      [ds]w mobiles?; \d/\d [ds]w; dw on; mh(?! (?:\d|bulbs?|ballasts?|lights?|lamps?|and hps|or hps|hps)); casas? m[oó]vil(?:es)?; tra[iy]las?; (?:12|14|15|16|18)~[x×]~(?:4[4-9]|[5-7]\d|8[0-4]);
      trailers? (?:for sale )?(?:on|with|in|and|at) (?:[\w.]{1,12} ){0,3}(?:acres?|land|lot|park);
      (?:fixer~uppers?|nice|used|older|cheap|empty|vacant|repo) mobiles?; pays? lot rent; lot rent (?:is )?\$?\d[\d,]{1,4}`,
  },
  {
    says: 'Mobile home',
    weight: 3,
    words: compilePhrases`(?:19[5-9]|20[0-2])\d (?:[a-z]{2,12} ){0,3}${doubleWidePattern}; (?:${makerPattern}) (?:homes? )?${doubleWidePattern}`,
  },
  {
    says: 'Mobile home',
    weight: 3,
    words: compilePhrases`
      ${countPattern}~(?:bed(?:room)?s?|br|bd|bdrms?)(?:[\s,/&]{1,3}\d(?:\.5)?~(?:bath(?:room)?s?|ba))?(?: [\w-]{1,20}){0,2} (?:trailer|mobile)s?`,
  },
];
/** Double-wides have these sizes, but so do lots and sheds; rooms must also be named. */
const mobileHomeSizePhrase: Phrase = {
  says: 'Mobile home',
  weight: 3,
  words: compilePhrases`(?:24|26|27|28|30|32)~[x×]~(?:3[6-9]|[4-7]\d|80)`,
};

const housePhrases: Phrase[] = [
  {
    says: 'House',
    weight: 8,
    words: compilePhrases`(?:unsound )?resid(?:ential)?\.? (?:\d family|structure); 101 (?:- )?residential; 2[01]\d (?:- )?apartments?`,
  },
  {
    says: 'House',
    weight: 3,
    words: compilePhrases`
      (?:brick |ranch |frame |stone |log |lake |beach |farm |starter |rental )?houses?; hous(?= for sale); hosues?;
      existing (?:home|house|building|structure); (?:tear~down|burned|burnt|condemned|abandoned) (?:home|house|dwelling|property);
      (?:farm|lake|town|row|beach|ranch)~houses?; (?:town|patio)~homes?; bungalows?; cottages?; casas?; cabins?;
      chalets?; villas?; mansions?; ramblers?; ranchers?; bi~levels?; tri~levels?; a frames?; barndominiums?; shouses?; dwellings?; residences?; duplex(?:es)?;
      tri~plex(?:es)?; (?:four|quad|six|4|6)~plex(?:es)?; condo(?:minium)?s?; lofts?; penthouses?;
      (?:single|multi|two|three|1|2|3)~fam(?:ily)?(?: homes?| houses?| units?| property)?; multi~units?;
      (?:two|three|four|2|3|4)~flats?; \d{1,2} units? (?:building|brick|apartment|property);
      (?:apartment|multi~family|residential|brick) building(?! lots?| sites?); brownstones?; greystones?;
      (?:2|3|4|two|three|four) units?(?! available); split levels?; (?:raised|brick|cute|charming|spacious|sprawling|custom|nice|updated|remodeled|story|level|sided|stone|block|bedroom|bed|br) ranch(?! (?:land|property|for cattle)); ranch style; cape cods?;
      craftsman; victorians?; modular(?: homes?)?; sf[hr]`,
  },
  {
    says: 'House',
    weight: 2,
    words: compilePhrases`
      (?:brick |stone |ranch |lake~?f?r?o?n?t? |vacant |inherited |starter |investment |family |older |log )?homes?;
      fixer~uppers?; handyman'?s? (?:special|dream); apartments?; flats?; studio; rental propert(?:y|ies); tear~downs?;
      (?:gut|total|full|complete) rehab; fixers?;
      tenant occupied; (?:brick )?(?:tudors?|georgians?|colonials?|four~squares?)`,
  },
];
const roomPhrases: Phrase[] = [
  {
    says: 'House',
    weight: 2,
    words: compilePhrases`
      ${countPattern}[\s/+-]{0,3}(?:bed(?:~?ro{1,2}m)?s?|brs?|bds?|bdrms?|bedrm|bdr|b/r)(?:[\s,/&+x-]{1,3}(?:and )?[\d.½\s]{1,5}~(?:bath(?:room)?s?|ba|bth))?;
      bedrooms?; \d~bed~\d~bath`,
  },
  { says: 'House', weight: 2, words: compilePhrases`[\d.½]{1,4}~(?:full )?(?:bath(?:room)?s?|ba|bth)` },
  // '3/2' is rooms; halves, thirds and quarters of something are not
  {
    says: 'House',
    weight: 2,
    words: compilePhrases`
      (?<![\d/])[2-9]/[1-4](?:\.5)?(?<!3/4|2/3|5/4)(?![/\d]|\.\d)(?! ?(?:acres?|miles?|hrs?|hours?|inch|price|off))`,
  },
];
const housePartPhrases: Phrase[] = [
  { says: 'House', weight: 1, words: compilePhrases`kitchen; living room; dining room; family room; bathrooms?` },
  { says: 'House', weight: 1, words: compilePhrases`floor~plans?` },
  { says: 'House', weight: 1, words: compilePhrases`natural light; layout; cabinets` },
  { says: 'House', weight: 1, words: compilePhrases`new(?:er)? (?:roof|windows|floors?|carpet); h\.?~wood floors?` },
  {
    says: 'House',
    weight: 1,
    words: compilePhrases`
      basement; hardwood floors?; fireplace; furnace; plumbing; washer; dryer; central air; crawl~space`,
  },
  {
    says: 'House',
    weight: 1,
    words: compilePhrases`
      (?:front|back|screened|covered) porch; garage; attic;
      (?:this|the|corner|floor|end|penthouse) unit; unit (?:needs|has|features|with|offers|is); renovations?; rehab(?:bed)?; closets?; appliances; (?:two|three|2|3) stor(?:y|ies);
      built in (?:18|19|20)\d\d; move in ready`,
  },
];

const landPhrases: Phrase[] = [
  {
    says: 'Raw land',
    weight: 8,
    words: compilePhrases`residential vacant; vacant (?:residential|commercial|industrial)(?: land)?`,
  },
  {
    says: 'Raw land',
    weight: 3,
    words: compilePhrases`
      (?:vac[ae]nt|raw|empty|undeveloped|unimproved|wooded|buildable|building|residential|rural|recreational|hunting|timber|water~front|lake~front|corner|cleared|unrestricted|bare|commercial|industrial|farm|pasture|ranch|desert|mountain|double|adjoining|adjacent|rv|infill)(?: and \w{1,20}| \d{1,3})? (?:lots?|land|acreage|acres|parcels?|tracts?);
      (?:lots?|land|acreage|parcels?|acres|tracts?) (?:is |are )?for sale; (?:farm|timber)~land; terrenos?; lotes?;
      home~sites?; land (?:for development|sites?); (?:plots?|pieces?|tracts?|parcels?) of land; build to suit lots?;
      re~?development (?:site|opportunity|parcel); (?:ready|zoned) for (?:re)?development; (?:sf|acre|foot|ft) site;
      (?:two|three|four|five|six|seven|eight|nine|ten|[2-9]|\d\d) (?:\w{1,12} )?lots;
      development (?:land|site|parcel); lot (?:is )?(?:zoned|ready);
      (?:home|house|mobile home|tiny home|trailer|building|rv) (?:lots?(?! rent)|pads?|sites?);
      sell(?:ing)? (?:[\w.]{1,12} ){0,2}(?:land|lots?|acres)`,
  },
  {
    says: 'Raw land',
    weight: 3,
    words: compilePhrases`
      ${sizePattern}~(?:\+/?-?~)?(?:acres?|ac|ackers?|acers?|akers?)(?: (?:lots?|parcels?|tracts?|of land))?;
      (?:half|quarter|one|two|three|four|five|six|ten|twenty|forty|several|beautiful) (?:an? )?(?:beautiful |wooded )?acres?;
      acreage`,
  },
  { says: 'Raw land', weight: 2, words: compilePhrases`land; lots?; parcels?; tracts?; farm` },
  {
    says: 'Raw land',
    weight: 1,
    words: compilePhrases`
      road frontage; per[ck](?:ed|s)?(?: test)?; zon(?:ed|ing); surveyed; no restrictions; unrestricted; wooded;
      creek; buildable; utilities (?:available|at (?:the )?(?:street|road)); nothing to demolish`,
  },
];

export type TypeEvidence = Record<PropertyType, PhraseMatch[]> & { rooms: PhraseMatch[] };

/** Evidence of the property type in one piece of text, after homonyms are removed. */
export function findTypeEvidence(text: string): TypeEvidence {
  const plain = maskMatches(text, homonyms);
  const standing = maskMatches(plain, dwellingsElsewhere);
  const rest = [...tinyHomePhrases, ...mobileHomePhrases].reduce(
    (left, { words }) => maskMatches(left, words),
    standing,
  );
  const counted = findPhrases(roomPhrases, rest, text);
  const tinyHome = findPhrases(tinyHomePhrases, standing, text);
  const named = findPhrases(
    mobileHomePhrases,
    tinyHomePhrases.reduce((left, { words }) => maskMatches(left, words), standing),
    text,
  );
  const measured = counted.length > 0 ? findPhrases([mobileHomeSizePhrase], rest, text) : [];
  return {
    'tiny home': tinyHome,
    'mobile home': [...named, ...measured],
    house: [...findPhrases(housePhrases, rest, text), ...counted, ...findPhrases(housePartPhrases, rest, text)],
    'raw land': findPhrases(landPhrases, plain, text),
    rooms: counted,
  };
}
