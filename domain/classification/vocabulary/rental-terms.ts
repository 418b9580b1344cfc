import { compilePhrases, type Phrase } from '#domain/text/phrase-matcher.ts';

const month = '(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)\\w{0,6}';

/** Rent words in an offer to sell: the house's income, its tenants, or the renting that it ends. */
export const saleRentMentions = compilePhrases`
  student housing investment; rental (?:property|properties|income|potential|investments?|portfolio|history|market|units?|demand|opportunity|business|comps|value|ready|cap|restrictions|zone);
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
  (?:was|were|is|are|been|currently|already|month to month|long term|existing|current|in place|signed|under|through|land|solar|mineral|gas|oil|subject to) leased?s?;
  leased (?:to|through|until|at|for|thru); lease (?:option|purchase);
  leases? (?:ends?|expires?|in place|through|until);
  section 8 (?:tenants?|ready|approved|eligible|area|investors?|income|rental|potential|property|house|home|turn~key);
  (?:parking|slips?|lockers?)(?: \w{1,15}){0,5} (?:for|to) (?:rent|lease)(?: or purchase)?;
  (?:rent|rental|rented|leased?) (?:additional |valet |self |heated |and |or |indoor |outdoor |underground |garage |monthly ){0,4}(?:parking|garage|spaces?|spots?|storage);
  (?:parking|garage)(?: \w{1,15}){0,3} (?:rentals?|leases?)(?: options?)?; (?:permit|street),? (?:and |or )?rental(?:,? and more)?;
  rental (?:is |and (?:\w{1,10} ){0,3}parking|options?|upside|notes?|friendly|guest|payments?|cap|rate|suite);
  (?:pet and |investor/?|investor and )?rent(?:al)?s?~friendly;
  (?:no |long term |short term |air ?bnb )?rentals?(?: and (?:\w{1,12} ){1,3}rentals?)? (?:is |are )?(?:\w{1,10} )?(?:allowed|permitted|ok|okay|welcome|considered|restrictions?|caps?|limits?|polic(?:y|ies));
  (?:allows?|allowing|permits?|no) (?:\w{1,10} )?rentals?; (?:owners?|investors?) (?:\w{1,10} ){0,5}(?:to |can |may )rent(?: out)?(?: after)?;
  rent (?:both|all|cap|upside|control|(?:it|them) out|after|improvements?); before (?:renting|leasing); cost of rent(?:ing)?; base rents?; contract rents?; allowed to rent;
  lease (?:back|agreement|options?|ends?); on the lease; have leases; room for (?:rent )?improvements?;
  (?:every|each|any|largest|best|main) rooms? in; (?:party|meeting|guest|community|bike|media) rooms? (?:is |are )?available;
  (?:ideal|great|perfect|exist|split|layout) for (?:an? )?room~?mates?;
  (?:guaranteed|interest|mortgage|tax|fixed|reduced|lower|locked in(?: reduced)?|cap|growth) rates?;
  airbnb; short term rent(?:al)?s?; vacation rental (?:potential|income|investment)`;

/** In a title these state explicitly that it is for rent. */
export const rentalOffers: Phrase[] = [
  {
    says: 'For rent',
    weight: 6,
    words: compilePhrases`
      (?:for|4|to) (?:rent|lease); (?:hunting|deer|grazing) leases?(?! (?:potential|income|possible|in place|available for income));
      (?:\d|one|two|first|half an?|half) (?:full )?months?'?s? (?:rent )?free(?! (?:of )?hoa); free (?:months? )?rent; seasonal (?:rv |camping |camp )?(?:lots?|sites?|spots?|rentals?); months? free(?! (?:of )?hoa); to let(?! (?:in|the|you|them|it|more|light|go|him|her)); rent (?:now|this|today|here|special|me|only|includes?|incl|is); your rent;
      (?:se|en) renta; alquiler; se alquila; (?:now|pre|come|start) leas(?:e|ing); preleas(?:e|ing);
      leas(?:e|ing) (?:now|today|special|terms?|length); look and lease; \d{1,2} months? lease; sub~lets?;
      sub~leas(?:e|ing); sub~letting; take~over (?:my )?lease`,
  },
  {
    says: 'Room for rent',
    weight: 6,
    words: compilePhrases`
      rooms? (?:for|to) rent; (?:room|house|flat)~mates?; rooms? (?:available|avail|availability);
      rooms? in (?:a |my |our )?(?:\w{1,20} )?(?:house|home|apartment|duplex|condo|downtown); private (?:bed)?rooms?;
      furnished (?:\w{1,20} )?rooms?; (?:two|three|2|3) rooms; room share; house~share;
      shared? (?:house|housing|apartment|bath\w*); student housing`,
  },
];

export const monthlyPaymentLabel = 'Paid by the month';

/** These accompany renting, but sellers of flats also use some of them. */
export const rentalHints: Phrase[] = [
  { says: 'For rent', weight: 6, words: compilePhrases`rentals?; rent(?:ing)?; leas(?:e|ing)` },
  {
    says: monthlyPaymentLabel,
    weight: 4,
    words: compilePhrases`
      \$~\d[\d,]{0,7}(?:\.\d\d)?~(?:/|per|a|an|each|every)~(?:mo|m?n?th|months?|m|wk|week|night)\.?;
      \$~\d[\d,]{0,7}~(?:mo|mnth|mth|monthly|weekly|nightly); \d[\d,]{2,7}\$? (?:a|per) (?:month|week|night);
      (?:per|a|each) (?:month|week|night); weekly or monthly`,
  },
  {
    says: 'Let to tenants',
    weight: 3,
    words: compilePhrases`
      move in (?:specials?|fee|costs?|now|today|date|plans|upon|\d{1,2}|\w{1,10} (?:1st|15th)); moves? you in;
      (?:immediate|early|flexible) move~ins?; off move in;
      (?:\d|one|two|first|second|1st|2nd|a) (?:full )?(?:months?|mo|weeks?)~(?:free|off|rent);
      (?:first|1st|last) (?:\d |full )?months?; (?:security )?deposit; application fees?;
      app(?:lication)? (?:and admin )?fee; admin fee; apply (?:now|today|online); (?:credit|background) checks?;
      (?:accept|accepts|accepting|take|takes) (?:section 8|vouchers?);
      sec(?:tion)?\.? 8 (?:ok|okay|welcome|accepted|vouchers?|considered); vouchers?; no (?:broker )?fee;
      (?:reduced|broker) fee;
      available (?:now|immediately|today|soon|for (?:fall|summer|move)|(?:\w{1,10} )?${month}|\d{1,2}/\d{1,2});
      avail (?:now|immed\w*); ready (?:now|\d{1,2}/\d{1,2}); quick approval; automatically approved; weekly rates?;
      nightly; short term; (?:fully )?furnished; landlord`,
  },
];

/** Properties that a house at the price of a rent does not have. */
export const conditionPraise = compilePhrases`
  (?:beautiful(?:ly)?|gorgeous|stunning|amazing|wonderful|charming|elegant|luxury|luxurious|sunny|spacious|upscale|pristine|immaculate|modern|contemporary|classic);
  (?:newly|recently|completely|fully|totally|just|beautifully) (?:renovated|remodeled|updated|rehabbed|painted|built); freshly painted; brand new; new construction; stainless`;

/** Praise used by landlords and by sellers of flats: whether it indicates renting depends on the price beside it. */
export const amenities: Phrase[] = [
  {
    says: 'Let to tenants',
    weight: 3,
    words: compilePhrases`
      no pets; pets? (?:ok|okay|welcome|friendly|allowed|considered); (?:cats?|dogs?) (?:and \w{1,5} )?(?:ok|welcome);
      (?:utilities|utils|water|heat|hot water|cable|internet|electric|all bills) (?:and \w{1,15} )?(?:incl|included|incld|inc|paid);
      includes? (?:all )?(?:utilities|w/d); rate; per unit; mint condition; brand new; new construction; luxur(?:y|ious)`,
  },
  {
    says: 'Let to tenants',
    weight: 2,
    words: compilePhrases`apartments?; apt\.?s?; studio; [1-4]x[1-4]; \d~b~\d~b; 55 and over; all age; income based; senior living`,
  },
  {
    says: 'Let to tenants',
    weight: 3,
    words: compilePhrases`
      fitness (?:center|gym|room|club); club~(?:house|room); swimming pools?; poolside; business center;
      (?:dog|bark|pet) park; laundry (?:facility|facilities|rooms?|on~site|in unit);
      on~site (?:management|maintenance|laundry|security);
      (?:24~hour|emergency) (?:emergency )?(?:maintenance|fitness); floor~plans?; residents?;
      (?:social|resident) events; online (?:rental )?payments?; gated (?:electronic entrance|communit(?:y|ies));
      play~ground; tanning; walk in closets?; dishwasher; garbage disposal; w/d; washer~(?:and|&|/|\+)~dryer; balcony;
      air conditioning; ceiling fans; wood style flooring; hardwood flooring; vaulted ceilings;
      stainless steel appliances; granite countertops; door~man; elevator; amenit(?:y|ies); campus;
      luxury (?:living|community); units? available; shuttle; smoke free; pre~war; (?:select|available) (?:apartments?|apts?|units?|town~homes?|floor~plans?|homes?);
      (?:apartments?|apts?|units?|studios?) (?:is |are )?(?:now )?(?:available|avail)(?! (?:for|to) (?:sale|purchase|buy)); apartment (?:homes?|living);
      (?:pricing|rent|hot|fall|summer|winter|spring|holiday|monthly|october|november|leasing) specials?; all breeds; roof~deck; digs; (?:dog|pet|bike) wash;
      (?:business|guest) (?:center|lounge)`,
  },
];
