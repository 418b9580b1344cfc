import { anyOf, type Phrase } from './phrases.ts';

const month = '(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)\\w{0,6}';

/** Rent words of an offer to sell: what the house earns, its tenants, or the renting it ends. */
export const rentOfASale = anyOf`
  rental (?:property|properties|income|potential|investments?|portfolio|history|market|units?|demand|opportunity|business|comps|value|ready|cap|restrictions|zone);
  (?:investment|turn~key|great|perfect|excellent|income|positive|solid|performing|long term|section 8) rentals?;
  (?:as|was|is|been|for|a|or) an? (?:\w{1,20} )?rental; as rentals?; rentals? or (?:flip|owner|primary|live);
  (?:flip|live in|primary|own|keep|hold|rehab|fix)(?: it)?,? or (?:use as |keep as |as )?(?:an? )?rent(?:al|als)?(?: it)?(?: out)?;
  rent(?:s|ed) (?:out )?(?:at|for|is|are|of|between|from) \$?\d[\d,]*;
  rent~(?:ready|able|potential|roll|controlled|to own|vs|versus); rent (?:the|it|them|out|a room|when|or own);
  (?:currently|already|presently|was|is|been|both|units?|all|easy to|can be|could be|never) (?:being )?rent(?:ed)?(?: out)?;
  rented; tenants?;
  (?:lot|space|land|pad|ground|market|potential|current|collecting|collect|receive|gross|estimated|projected|get|in|no|back|pay|paying|raise) rents?;
  (?:stop|quit|tired of|instead of|why|no more|alternative to|cheaper than|less than|better than|than) (?:paying )?rent(?:ing)?;
  (?:not|isn't|no longer|never) (?:a )?(?:for )?rent(?:al)?;
  (?:was|were|is|are|been|currently|already|month to month|long term|existing|current|in place|signed|under|through|land|solar|mineral|gas|oil|hunting|subject to) leased?s?;
  leased (?:to|through|until|at|for|thru); lease (?:option|purchase);
  leases? (?:ends?|expires?|in place|through|until);
  section 8 (?:tenants?|ready|approved|eligible|area|investors?|income|rental|potential|property|house|home|turn~key);
  airbnb; short term rent(?:al)?s?; vacation rental (?:potential|income|investment)`;

/** In a title these say plainly that it is for rent. */
export const plainRentals: Phrase[] = [
  {
    says: 'For rent',
    weight: 6,
    words: anyOf`
      (?:for|4|to) (?:rent|lease|let); rent (?:now|this|today|here|special|me|only|includes?|incl|is); your rent;
      (?:se|en) renta; alquiler; se alquila; (?:now|pre|come|start) leas(?:e|ing); preleas(?:e|ing);
      leas(?:e|ing) (?:now|today|special|terms?|length); look and lease; \d{1,2} months? lease; sub~lets?;
      sub~leas(?:e|ing); sub~letting; take~over (?:my )?lease`,
  },
  {
    says: 'Room for rent',
    weight: 6,
    words: anyOf`
      rooms? (?:for|to) rent; (?:room|house|flat)~mates?; rooms? (?:available|avail|availability);
      rooms? in (?:a |my |our )?(?:\w{1,20} )?(?:house|home|apartment|duplex|condo|downtown); private (?:bed)?rooms?;
      furnished (?:\w{1,20} )?rooms?; (?:two|three|2|3) rooms; room share; house~share;
      shared? (?:house|housing|apartment|bath\w*); student housing`,
  },
];

/** These go with renting, but sellers of flats say some of them too. */
export const talkOfRenting: Phrase[] = [
  { says: 'For rent', weight: 6, words: anyOf`rentals?; rent(?:ing)?; leas(?:e|ing)` },
  {
    says: 'Paid by the month',
    weight: 4,
    words: anyOf`
      \$~\d[\d,]{0,7}(?:\.\d\d)?~(?:/|per|a|an|each|every)~(?:mo|m?n?th|months?|m|wk|week|night)\.?;
      \$~\d[\d,]{0,7}~(?:mo|mnth|mth|monthly|weekly|nightly); \d[\d,]{2,7}\$? (?:a|per) (?:month|week|night);
      (?:per|a|each) (?:month|week|night); weekly or monthly`,
  },
  {
    says: 'Let to tenants',
    weight: 3,
    words: anyOf`
      move in (?:specials?|fee|costs?|now|today|date|plans|upon|\d{1,2}|\w{1,10} (?:1st|15th)); moves? you in;
      (?:immediate|early|flexible) move~ins?; off move in;
      (?:\d|one|two|first|second|1st|2nd|a) (?:full )?(?:months?|mo|weeks?)~(?:free|off|rent);
      (?:first|1st|last) (?:\d |full )?months?; (?:security )?deposit; application fees?;
      app(?:lication)? (?:and admin )?fee; admin fee; apply (?:now|today|online); (?:credit|background) checks?;
      no pets; pets? (?:ok|okay|welcome|friendly|allowed|considered); (?:cats?|dogs?) (?:and \w{1,5} )?(?:ok|welcome);
      (?:utilities|utils|water|heat|hot water|cable|internet|electric|all bills) (?:and \w{1,15} )?(?:incl|included|inc|paid);
      includes? (?:all )?(?:utilities|w/d); (?:accept|accepts|accepting|take|takes) (?:section 8|vouchers?);
      sec(?:tion)?\.? 8 (?:ok|okay|welcome|accepted|vouchers?|considered); vouchers?; no (?:broker )?fee;
      (?:reduced|broker) fee;
      available (?:now|immediately|today|soon|for (?:fall|summer|move)|(?:\w{1,10} )?${month}|\d{1,2}/\d{1,2});
      avail (?:now|immed\w*); ready (?:now|\d{1,2}/\d{1,2}); quick approval; automatically approved; weekly rates?;
      nightly; short term; (?:fully )?furnished; landlord; rate; per unit`,
  },
  {
    says: 'Let to tenants',
    weight: 2,
    words: anyOf`apartments?; apt\.?s?; studio; [1-4]x[1-4]; \d~b~\d~b; 55 and over; all age; income based`,
  },
  {
    says: 'Let to tenants',
    weight: 3,
    words: anyOf`
      fitness (?:center|gym|room|club); club~(?:house|room); swimming pools?; poolside; business center;
      (?:dog|bark|pet) park; laundry (?:facility|facilities|rooms?|on~site|in unit);
      on~site (?:management|maintenance|laundry|security);
      (?:24~hour|emergency) (?:emergency )?(?:maintenance|fitness); floor~plans?; residents?;
      (?:social|resident) events; online (?:rental )?payments?; gated (?:electronic entrance|communit(?:y|ies));
      play~ground; tanning; walk in closets?; dishwasher; garbage disposal; w/d; washer~(?:and|&|/|\+)~dryer; balcony;
      air conditioning; ceiling fans; wood style flooring; hardwood flooring; vaulted ceilings;
      stainless steel appliances; granite countertops; door~man; elevator; amenit(?:y|ies); campus;
      luxury (?:living|community); units? available; shuttle; smoke free`,
  },
];
