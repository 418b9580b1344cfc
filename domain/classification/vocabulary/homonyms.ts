import { compilePhrases } from '#domain/text/phrase-matcher.ts';

const dwellingWord = String.raw`(?:single family )?(?:(?:mobile|manufactured|modular|tiny) )?(?:houses?|homes?|cabins?|cottages?|residences?|duplex(?:es)?|modulars?|(?:double|single)~wides?|trailers?|rvs?|campers?|barndominiums?|apartments?|condos?|town~(?:home|house)s?|(?:two|three|four|\d) flats?)`;
const dwellingWords = String.raw`${dwellingWord}(?:,? (?:or|and|&|/) (?:\w{1,15} ){0,2}${dwellingWord})?`;
const fewWords = String.raw`(?:[\w\x27/&-]{1,20} ){0,4}`;

/** The words before and after such a dwelling; the dwelling itself is long and is written only twice. */
const before = [
  '(?:build|construct|design)(?: on| in)?',
  '(?:place|put|park|bring|move|haul|set up|pull in)(?: on it)? (?:a|an|your|the|one|my)',
  'building (?:a|an|your|either|the|homes|houses)',
  '(?:suitable|zoned|ready|approved|plans?|perfect|ideal|great|good|potential|room|site|spot|place|set~up|ok|okay|permits?|permitted|utilities)(?: on it)? (?:for|to (?:have|hold|build|put|place))(?: building| placing)?',
  '(?:land|lots?|acres?|acreage|parcels?|tracts?) for(?! sale)',
  '(?:allows?|permits?|accepts?|welcomes?|allowing|permitting|development of)',
  '(?:near|next to|next door to|close to|behind|across from|adjacent to|adjoining|beside|between|surrounded by|bordered by|bounded by|among|amongst|overlooking|neighboring)',
  '(?:demolished|torn down|razed|former|foundation of an?)',
].join('|');
const after = [
  '(?:(?:are|is|and \\w{1,20}|or \\w{1,20}) ){0,3}(?:not )?(?:allowed|ok|okay|welcome|permitted|friendly|approved|zoned|zoning|restrictions)',
  '(?:sites?|lots?(?! rent| fee)|pads?|seats?|plans?|kits?|hook~ups?|friendly|builders?|foundation)',
  '(?:(?:was|were|has been|had been|is) )?(?:recently )?(?:demolished|torn down|razed|removed|gone|burned down|burned,? (?:only )?(?:the )?foundation)',
].join('|');

/** A dwelling that is only imagined on the land, is next to it or is gone from it: evidence of land. */
export const dwellingsElsewhere = compilePhrases`
  (?:${before}) ${fewWords}${dwellingWords};
  ${dwellingWords} (?:${after});
  bordered by [^.!?\n]{0,120};
  (?:approved|permit(?:ted)?|perk(?:ed|s)?|perc(?:ed|s)?|septic) for (?:an? )?(?:\d|one|two|three|four) ?bed(?:room)?s?;
  \d ?bed(?:room)? (?:septic|perc|perk|permit)`;

/** Property words with an entirely different meaning. */
export const homonyms = compilePhrases`
  welcome (?:you )?home; com(?:e|ing) home; (?:at|from|take|full of) home; feels? like home; call (?:it |this )?home;
  home sweet home; mak(?:e|ing) (?:it |this )?(?:your )?home;
  your (?:new |next |future |perfect |forever |own ){0,3}home (?:awaits|today|here);
  home~(?:depot|gyms?|theat(?:er|re)s?|d[eé]cor|office|audio|stereo|appliances?|improvements?|goods|school\w*|made|care|health|inspect\w+|loans?|insurance|warrant(?:y|ies)|equity|page|base|plate|runs?|phone|security|clean\w*|services|deliver\w+|town|works?|interiors?|furnish\w+|furniture|entertainment|cinema|speakers?|bars?|brew\w*|life|lite|coming|less|buyers?|owners?|builders?|values?|tech|party);
  motor~homes?; (?:nursing|funeral|group|retirement|rest|foster|care) homes?; homes? for heroes;
  (?:dog|bird|doll|play|hen|chicken|tree|club|pool|bounce|fun|power|light|steak|coffee|pump|well|out|meeting|custom|bat|gingerbread|ware|princess|clearing|opera|full|movie|smoke|waffle)~houses?;
  open~houses?; greenhouses?; bathhouses?;
  house~(?:plants?|numbers?|boats?|cats?|dogs?|clean\w*|keep\w*|sit(?:ter|ting)s?|paint\w+|wash\w*|fans?|phones?|music|shoes|slippers?|coats?|rules?|hold|warm\w*|wares?|keys?|guests?|mates?|shar(?:e|ing)|hunters?|hunting);
  (?:in|on the) house; (?:with|and|sleeping|storage|hay) (?:an? )?lofts?;
  tiny~(?:house|home) (?:trailers?|frames?|kits?|plans?); (?:portable|lofted(?: barn)?|barn) cabins?; (?:whole )?(?:house|home) (?:generators?|filters?|stereo|jacks?|lights?|alarms?);
  (?:sits|situated|located|built|standing) on (?:\w{1,10} ){0,3}(?:city |corner |double |standard )?lots?;
  (?<!deal |offer |price |save )on (?:an? )?(?:[\d.,x×]{1,9}(?: ?(?:sf|sq|square|ft|foot|feet))* |(?:over|good)~sized |huge |large |big |spacious |double |extra |deep |wide |beautiful |corner |private |quiet ){1,4}lots?;
  (?:(?:a|the|whole|job|odd) )?lots? of; a lot; (?:whole|job|odd) lots?; (?:parking|car|sales) lots?;
  lot (?:size|rent|fee|dimensions?|lines?); lot (?:is )?(?:rented|leased);
  (?:figurines?|parts?|tools?|toys?|helmet|cards?|bottles?|clothes|clothing|coins?|records?|vinyl|jewelry|books?|dvds?|comics?|misc|back~issues?|magazines?|shirts?|patches|stamps?|wholesale|pallet|liquidation|vintage) lots?;
  \d+ p(?:c|iece)s?\.? lot; land (?:rover|cruiser|line|contract|lease|surveyors?|clearing)s?;
  land~(?:lord|mark|scap\w+|fill)s?; no land; (?:land|lot) (?:is )?not (?:included|for sale);
  \w+ acres (?:park|community|subdivision|apartments);
  bed(?:room)?~(?:sets?|frames?|furniture|suites?|rails?|liners?|covers?);
  (?:king|queen|twin|flower|truck|bunk) beds?;
  mobile (?:phone|app|detail\w*|mechanic|repair|apps?|service|notary|welding|check|friendly);
  mobile home (?:axles?|tires?|doors?|windows?|skirting|parts?|supplies|furnaces?|tubs?|steps?|stairs?|toters?|movers?|moving|transport\w*|roofing|repairs?|insurance|loans?|hitch(?:es)?|frames?|anchors?|leveling|set~ups?|removals?|demolition);
  trailer (?:hitch|parts?|cable|tires?|axles?|ball|jack|plug|lights?|wiring|tongue|coupler|frame);
  (?:travel|utility|dump|horse|enclosed|flat~bed|cargo|boat|car|gooseneck|equipment|cattle|livestock|stock|concession|food|landscape|pop~up|camping|camper|semi|tilt|tow|office|job|race|snowmobile|motorcycle|kayak|jet~ski|pontoon|hydraulic)~trailers?;
  (?:log|timber~frame|modular|panelized) (?:home|house|cabin)s? (?:packages?|shells?|materials?); cabin (?:air|pressure|filter|cruiser|fever); (?:crew|truck|king|extended|tractor) cabs?;
  colonial (?:style )?(?:table|chair|desk|dresser|hutch|lamp);
  victorian (?:style )?(?:sofa|couch|chair|lamp|table|doll|dress|settee);
  real estate (?:agent|broker|school|course|license|exam|books?|signs?|class\w*|photograph\w*|attorney|investing|seminar|coach\w*)s?`;
