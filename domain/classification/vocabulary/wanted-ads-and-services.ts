import { compilePhrases, type Phrase } from '#domain/text/phrase-matcher.ts';

const propertyWords = String.raw`(?:houses?|homes?|land|property|properties|real estate|lots?|acreage|acres|trailers?|mobile homes?|condos?|farm|apartments?|duplex|cabins?|cottages?|bungalows?|town~(?:homes?|houses?))`;

/** An offer's own words about its buyers; they do not make it a wanted ad. */
export const saleBuyerMentions = compilePhrases`
  (?:cash )?(?:buyers?|investors?) (?:wanted|needed|only|welcome|preferred|can|could|may|will|to|is|pays?|must);
  (?:you|you're|been|if you|are) (?:always |been |just )?(?:looking|searching|seeking) (?:for|to);
  looking for an? (?:\w{1,15} ){0,3}(?:buyer|offer|sale);
  (?:no|not an?|isn't an?|without) "?(?:we|i) buy (?:houses|homes|land)`;

/** The author wants to buy, to rent or to be hired, and sells no property. */
export const wantedAdPhrases: Phrase[] = [
  {
    says: 'Wants to buy',
    weight: 9,
    words: compilePhrases`
      (?:we|i|i'll|we'll) (?:will |can |also |would like to |are ready to )?(?:buy|purchase)(?:ing)? (?:any |your |all |ugly |old |used |up )?${propertyWords};
      (?:i|we) want (?:your|to (?:buy|purchase)); want(?:ing|s)? to (?:buy|purchase|rent) (?:a|an|your|some|\d);
      (?:looking|hoping|trying|ready|seeking|willing) to (?:buy|purchase|rent) (?:a|an|your|some|any|${propertyWords});
      wtb; buying ${propertyWords}; compr(?:o|amos) (?:su |tu |casas?|terrenos?|propiedades|tra[iy]las?); busco (?:casa|terreno|departamento|cuarto);
      (?:couple|investors?|company|family|buyers?) (?:buys?|buying) ${propertyWords}; (?:fair|guaranteed) (?:cash )?offer; cash (?:for|4) (?:your )?(?:${propertyWords}|keys|junk); pay(?:ing|s)? (?:all )?cash for;
      sell (?:us |me )?(?:your|ur) (?:\w{1,10} )?${propertyWords}; (?:stop|facing|avoid) foreclosure; we pay cash;
      top dollar; buyers? list; learn (?:how )?to (?:flip|wholesale|invest|buy|sell)`,
  },
];
export const wantedTitlePhrases: Phrase[] = [
  {
    says: 'Wants to find',
    weight: 7,
    words: compilePhrases`
      iso; in search of; (?:house|home) (?:swap|exchange); (?:couple|family|person|man|woman|lady|gentleman|veteran|student|professional)s? (?:is |are )?(?:seeking|looking|searching)(?! (?:an? )?(?:buyer|offer));
      (?:looking|searching) (?:for|4) (?:\w{1,15} ){0,4}(?:${propertyWords}|apt|place|rooms?|roommates?|deals|sellers?|rentals?|\d/\d|\d~(?:bed(?:room)?s?|br|bd))(?![^.!?]{0,120}\?);
      (?:seeking|needed|need(?! to sell)|in need of) (?:an? )?(?:\w{1,15} ){0,3}(?:${propertyWords}|apt|place|room|roommate|rental|sellers?)(?!~\?);
      (?:${propertyWords}|rooms?|rentals?|roommates?|workers?|help|sellers?) (?:wanted|needed); wanted; will buy;
      buy (?:mobile homes?|houses|homes|land|property|properties); i find; find you deals?;
      (?:need|want|looking|trying|have) to sell (?:\w{1,15} ){0,4}\?;
      (?:own|have|inherited|tired of|stuck with) (?:an? |your )?(?:\w{1,12} )?${propertyWords}(?: \w{1,12}){0,8} ?\?`,
  },
  { says: 'Wants to find', weight: 4, words: compilePhrases`cash buyers?; wholesalers` },
];

export const servicePhrases: Phrase[] = [
  {
    says: 'A service',
    weight: 8,
    words: compilePhrases`
      need money; licensed (?:and insured )?(?:roof|plumb|electric|paint|build|contract)\w+; hard money; (?:home|house|business|personal|bridge|private|payday) loans?;
      loan (?:officer|approval)s?; credit repair; mortgage (?:rates|broker|lender); refinanc(?:e|ing);
      closing costs on me+; stop evictions?; evictions?;
      (?:short~sale|foreclosure|credit|real estate) experts?; free (?:lists?|home (?:valuation|search|evaluation|value)|market analysis|quotes?|estimates?|consultation|inspection);
      list of (?:foreclosures|homes|houses|properties|bank owned); webinar;
      seminars?; (?:horse|dog|cat|pet|pasture) board(?:ing)?; real estate (?:course|school|license|mentor\w*|coach\w*|seminar|training|agents?|signs?|books?); mentorship;
      (?:house|home) ?cleaning; cleaning (?:services?|lady|company); clean house;
      (?:house|home|interior|exterior) paint(?:ing|ers?);
      (?:home|house|roof|appliance|drywall|foundation) repairs? (?:services?|company); roofing;
      roof (?:repairs?|replacement)(?! needed); gutter (?:cleaning|guards|installation); seamless gutters;
      handyman (?:services?|available|for hire|work); (?:home|kitchen|bath(?:room)?) remodel(?:ing|ers?)?;
      home (?:inspections?|inspector|improvements?|warranty); general contractor; licensed (?:and|&) insured;
      lawn (?:care|service|mowing); landscaping(?: services?)?; tree (?:service|removal|trimming);
      land (?:clearing|surveyors?|surveying); junk removal; hauling; movers?; moving (?:company|services?|help);
      mobile home (?:movers?|moving|transport\w*|removal|demolition|roofing|repairs?|insurance|loans?|leveling);
      pressure washing; notary; we (?:do|offer|provide|install|clean|paint|build|haul|fix);
      (?:house|pet|baby)~sitt(?:er|ing); house~keep(?:er|ing); caregiver; hiring; help wanted; property management;
      (?:custom |modular |spec )?(?:home|house|cabin|barndominium) builders?; build(?:ing|s)? on your (?:own )?(?:lot|land|property); welding; (?:auto|mobile|diesel) (?:tech(?:nician)?|mechanic)s?; septic (?:pumping|cleaning|services?|installation); (?:land|forestry) mulching; excavat(?:ing|ion) (?:services?|work); virtual assistant; work from home; insurance quotes?`,
  },
];

/** Real estate of a kind that no member can ask for. */
export const timesharesAndGraves: Phrase[] = [
  {
    says: 'A timeshare',
    weight: 9,
    words: compilePhrases`time~shares?; vacation (?:club|ownership); deeded week; fractional ownership`,
  },
  {
    says: 'A burial place',
    weight: 9,
    words: compilePhrases`
      (?:cemetery|burial|grave) (?:plots?|lots?|spaces?|sites?); grave~sites?; crypts?; mausoleum;
      memorial (?:gardens?|park) (?:plots?|lots?)`,
  },
];
/** Spaces that are included with a home. */
export const homeSpaceMentions = compilePhrases`
  (?:with|has|have|includes?|including|and|plus|\+|&|1|one|two|2) (?:(?:an?|one|two|1|2|deeded|heated|attached|garage|indoor|outdoor|covered|assigned|reserved|exterior|tandem) ){0,4}(?:parking|storage) (?:space|spot)s?;
  (?:parking|storage) (?:space|spot)s?,? (?:is |are )?(?:included|available|additional); storage space`;
export const parkingAndStorage: Phrase[] = [
  {
    says: 'A parking or storage space',
    weight: 7,
    words: compilePhrases`
      self~parking space; parking (?:space|spot|stall)s?; (?:garage|storage) (?:space|spot|unit)s?(?! (?:facility|facilities|business|complex|for sale with));
      entrance to garage; (?:boat|wet) slips?; parking & storage`,
  },
];
/** Several dwellings or pads sold as one business. */
export const mobileHomeParks: Phrase[] = [
  {
    says: 'Commercial property',
    weight: 9,
    words: compilePhrases`
      (?:mobile home|manufactured home|rv|trailer) (?:parks?|communit(?:y|ies)) (?:for sale|investment|opportunity|portfolio|(?:with )?\d{1,3} (?:pads?|spaces?|lots?|units?|sites?));
      \d{1,3} (?:space|pad|unit|lot|site) (?:mobile home|rv|trailer) park`,
  },
];
/** Assessor's codes of neither a dwelling nor land. */
export const otherAssessorCodes: Phrase[] = [
  {
    says: 'Assessed as something else',
    weight: 8,
    words: compilePhrases`
      105 (?:- )?mixed(?: residential)?; 109 (?:- )?auxiliary improvement; 110 (?:- )?salvage value(?: building)?;
      [2-7]\d\d~- ?(?:unsound commercial|mixed|auto|bank|bar|car wash|cemetery|church|club|cold storage|day care|exempt|funeral|garage|government|health|hospital|hotel|industrial|library|lumber|manufacturing|medical|mini~ware|mobile home park|motel|nursing|office|parking|recreational|religious|research|restaurant|retail|school|service station|shopping|social|store|super~market|tavern|theater|utility|ware~house)\w{0,12}`,
  },
];
/** A commercial building on land. */
export const tradeBuildings: Phrase[] = [
  {
    says: 'Commercial property',
    weight: 5,
    words: compilePhrases`
      (?:ware~house|barn|motel|hotel|church|shop|store|restaurant|garage|factory|school|(?:metal|steel|commercial) building)s?(?: building)? (?:on|with|and) (?:[\w.+]{1,8} ){1,3}(?:acres?|acreage|ac|lots?)`,
  },
];
/** It is no longer for sale. */
export const alreadySoldPhrases: Phrase[] = [
  {
    says: 'Sold already',
    weight: 9,
    words: /^\W*(?:(?:sale )?pending|sold(?! as| by| with| in)|under contract|no longer available)(?!\w)/gi,
  },
];
export const commercialProperty: Phrase[] = [
  {
    says: 'Commercial property',
    weight: 5,
    words: compilePhrases`
      commercial(?: (?:building|property|space|unit|corner|real estate|location|structure|and|or)|(?=/));
      offices? (?:space|building|suite|rooms?|condo); medical office; retail(?: (?:space|building|store))?;
      store~fronts?; ware~houses?; restaurant(?! equipment); (?:gas|service) station;
      church (?:building|property|for sale); motels?; hotels?; industrial(?: (?:building|space))?;
      business (?:for sale|opportunity); (?:mobile home|rv|trailer) parks? (?:for sale|investment|with \d{1,3});
      \d{1,3} (?:space|pad|unit|lot) (?:mobile home|rv|trailer) park; self storage; laundromat; car~wash; salon;
      strip mall; religious(?= |$); social/fraternal hall; auxiliary improvement; manufacturing;
      salvage value building; (?:auto|body|repair|machine) shops?`,
  },
];
