import { compilePhrases, findPhrases, type PhraseMatch, type Phrase } from '#domain/text/phrase-matcher.ts';
import { normalizeText } from '#domain/text/text-normalization.ts';

/** 'Lien free', 'owner financing is not available': negated by the words that follow. */
const notDenied = String.raw`(?!\s(?:(?:is|are|was|were) )?(?:not|no longer|never) (?:available|offered|possible|included|accepted|allowed|needed|required|an option)|\sfree(?!\w))`;
const createSignal = (says: string, words: RegExp): Phrase => {
  return { says, weight: 1, words: new RegExp(words.source + notDenied, words.flags) };
};
const relativeWords =
  '(?:grand)?(?:mothers?|fathers?|mom|dad|ma|pa)|parents?|aunts?|uncles?|late husband|late wife|mother in law';

/** Words about a part of a house. */
const housePartBeing = '(?:basement|attic|level|space|area|garage|room|cellar) (?:is|are|remains)';
/** Words that praise a house in need of renovation. */
const renovationChance =
  '(?:renovation|remodel|rehab|remodeling) (?:opportunity|potential|candidate)|(?:opportunity|potential|ready|chance|perfect|ideal|great|primed|looking|prime candidate) (?:for|to) (?:an? |complete |total |full |major |your )*(?:renovat(?:e|ing|ions?)|rehab(?:bing)?|remodel(?:ing)?|updat(?:e|es|ing))(?! (?:in|done|completed))';

/** Signals of an off-market offer: why it is cheap, and why its owner is in a hurry. */
const offMarketSignals: Phrase[] = [
  createSignal(
    'Inherited',
    compilePhrases`
      inherr?itt?ed; inheritance; (?<!your )heirs?(?: property)?(?! (?:apparent|loom)); heirship;
      (?:${relativeWords})'?s? (?:old )?(?:house|home|place|property|land|estate);
      (?:${relativeWords}) (?:recently )?(?:passed|died); passed away; left to (?:me|us); left (?:me|us) (?:this|the|a|his|her|their) (?:house|home|place|property|land);
      family estate; heredad[ao]s?; herencia`,
  ),
  createSignal(
    'Estate sale',
    compilePhrases`
      (?<!real )estate (?:sale(?! (?:this|on|sat|sun|fri|today|tomorrow))|auction|home|house|property|settlement); (?<!real )estate of;
      (?:settle|settling|close|closing|from) (?:the |an |my \w{1,20} )?estate; part of an estate; on behalf of (?:the|an) estate;
      probate(?! (?:court(?:house)?|district|attorney|lawyer)s?); executors?; executrix; administrator of the estate`,
  ),
  createSignal(
    'As-is',
    compilePhrases`
      as-is; "as is"?; \x27as is; as is (?:where is|condition|no|cash|price|sale|basis|property|and where is|-);
      (?:sold|selling|sale|sell|sells|strictly|buy|priced?|offered|house|home|property|trailer|condition|taken?|conveyed) as(?: |-)is;
      (?<!(?:house|home|property|it|he|this|everything) )is as is(?! (?:described|shown|stated|pictured|listed|usual)); as is(?= ?[.,!)\x3b:]| ?$|\n); as such where such;
      como est[aá]n?`,
  ),
  createSignal(
    'Back taxes',
    compilePhrases`
      back taxes; (?:delinquent|unpaid|past due) (?:property )?taxes; tax(?:es)? (?:are |is )?(?:owed|due(?! (?:at|by|on|in|every|twice|each|date))|delinquent|delinquency|behind);
      (?:property )?taxes (?:are |is )?(?:\w{1,10} ){0,2}(?:years?|yrs?) (?:behind|delinquent|overdue|past due);
      owes? (?:\$?[\d,]{1,9} )?(?:in )?taxes; behind (?:on|in) (?:the |his |her |their |my )?(?:property )?taxes;
      tax (?:sale|auction|deed|lien|foreclosure|forfeiture|defaulted)s?; impuestos atrasados`,
  ),
  createSignal(
    'Lien',
    compilePhrases`(?:tax |mechanic's |irs |city |water )?liens?; code violations?; judge?ments?(?! (?:zone|call|day|calls))`,
  ),
  createSignal(
    'Foreclosure',
    compilePhrases`
      (?:pre~)?for+e?closures?; foreclosed; repossessed; bank~owned; reos?(?! (?:truck|speed|motor|car))(?<!an? reo); short sale; sheriff's? sale;
      hud (?:home|house|owned|property); home~path; (?:fannie mae|freddie mac|va|fha) (?:owned|foreclosure|repo)`,
  ),
  createSignal(
    'Cash only',
    compilePhrases`
      cash only; only cash; cash or hard money; (?<!you are an? |you're an? )cash (?:buyers?|offers?|sale|deal|preferred|or hard money)(?: only)?; all cash; cash price;
      cash talks; (?:no|not|non|won't|will not|does not|doesn't|cannot|can't|may not) (?:be )?(?:qualify for |eligible for |bank |conventional |traditional |any |get )?financ(?:ing(?! (?:needed|required|contingency|necessary))|eable|able|ed);
      solo efectivo; (?:solo|s[oó]lo|puro|only) (?:efectivo|cash); solo (?:al )?contado`,
  ),
  createSignal(
    'Needs work',
    compilePhrases`
      needs? (?:(?:some|little|lots?|bit|of|a|minor|major|total|complete|full|cosmetic|extensive|new|lot|serious|everything|few|couple|interior|exterior) ){0,4}(?:w(?:or|ro)k|tlc|t\.l\.c|repairs?|rehab|renovations?|updat(?:ing|es)|love|fixing|fixed up|remodel(?:ing)?|roof|windows|floors?|flooring|furnace|plumbing|septic|paint|carpet|clean~?(?:ing|up)|everything|finishing);
      (?:needs?|requires?|requiring) (?:(?:some|a|an|total|complete|full|extensive|major|cosmetic) ){0,3}(?:work|repairs?|rehab(?:bing)?|renovations?|updat(?:ing|es)|remodel(?:ing)?);
      (?:in need of|could use|can use|wants) (?:(?:some|a|an|total|complete|full|major|cosmetic|new|little|bit|of|minor) ){0,3}(?:work|tlc|repairs?|rehab|renovations?|updat(?:ing|es)|love|remodel\w*|floor(?:s|ing)?|roof|paint(?:ing)?|carpet);
      (?:updates|updating|repairs?|work|rehab|renovations?|tlc) (?:is |are |will be )?(?:needed|required|necessary);
      tlc; (?<!not an? |no )fixer(?:~uppers?)?; handyman'?s? (?:special|dream); (?<!newest |recent |latest |completed )(?:rehab|renovation) (?:project|needed|special|opportunity)(?! (?:added|was|included|completed|finished));
      gutted(?! (?:and|to|down|in)); (?:total|full|complete) gut(?: rehab)?; gut rehab (?:opportunity|needed|project|special);
      gut job; (?<!(?:basement|attic|level|space|area|garage|room|bonus|cellar|${housePartBeing}) )unfinished(?! (?:\w{1,12} )?(?:basement|attic|level|space|area|garage|room|bonus|wood|cellar|storage));
      rehab~?bers?(?: special| delight| dream)?;
      (?:complete|finish) (?:the|this) (?:rehab|renovation|project); (?:next|new|your|spring|summer|winter|fall) project;
      project (?:house|home|property); (?:roof|foundation|floors?) (?:is |are |has )?(?:leaks?|leaking|bad|rotten|rotted|sagging|shot|soft|caving in);
      (?:bad|leaky|leaking|rotten|failing) (?:roof|floors?|foundation|plumbing); cracked foundation; (?:rough|poor|bad) (?:shape|condition|conditions);
      (?:has|have|some|visible|black) mold; half finished; diamond in the rough; burned~out; burnt~out;
      bring your (?:tools|vision|ideas|contractor|hammer); sweat equity; tear~down; fix (?:and |& |n )?flip;
      investors? special; uninhabitable; condemned; distressed; (?:fire|water|storm|flood|smoke|hail) damaged?;
      hoarder; not livable; foundation (?:issues|problems|repairs?); sold as storage; unsound;
      needs to be (?:gutted|rehabbed|remodeled|finished|renovated|repaired); ${renovationChance};
      necesita (?:\w{1,10} ){0,2}(?:reparaci[oó]n(?:es)?|trabajo|arreglos?|remodelaci[oó]n); para (?:arreglar|reparar|remodelar)`,
  ),
  createSignal(
    'Vacant',
    compilePhrases`
      (?:house|home|property|building|(?:unit|apartment|floor|side)s?|condo|been|sits?|sitting) (?:is |are |both |has been |been |sits |sitting |currently |now )?(?:vacant|empty|unoccupied)(?! (?:lot|land|site|parcel));
      (?<!(?:site|lot|land|parcel|acreage|tract)s? (?:is |are )?)(?:currently|now) (?:vacant|unoccupied)(?! (?:lot|land|site|parcel|and (?:ready|zoned|cleared|level)));
      vacant (?:house|home|property|building|since|for(?! (?:sale|building))); vacant and (?:easy to show|move in|on lockbox|ready to (?:show|close|sell)|available|waiting);
      abandoned(?! (?:rail|road|mine|well)); boarded~up; unoccupied; (?:casa )?desocupad[ao]`,
  ),
  createSignal(
    'Quick sale',
    compilePhrases`
      must (?:sell|go); needs? (?:to sell|to be sold|gone|it gone|sold); (?:quick|fast) (?:sale|close|closing|cash);
      sell (?:it )?(?:fast|quick(?:ly)?|asap|now|immediately); motivated(?: sellers?)?; priced to (?:sell|move);
      urgent; asap; close (?:fast|quick(?:ly)?|in \d{1,3} days); divorce; relocating; moving out of state;
      job transfer; downsizing; out of state owner; make (?:an |me an )?offer; take over payments;
      price (?:reduc(?:ed|tion)|drop(?:ped)?|slashed|cut); (?:drastically|just|newly|now|recently|greatly|huge) reduced; reduced (?:price|to sell|to \$?\d[\d,]{1,8}k?|by \$?\d[\d,]{1,8}k?|\$?\d[\d,]{1,8}k?|again|for quick sale);
      (?<=^|[!*.\n] ?)reduced(?=$|[!*.\n]); urge vender; (?:se )?vende urgente; urgente; rebajad[ao]`,
  ),
  createSignal(
    'Below market',
    compilePhrases`
      (?:below|under) (?:market|appraisal|appraised|value|assessed|comps)(?: value| price)?(?! rents?); under~priced;
      (?:dirt )?cheap(?!(?:er)? (?:utilities|living|taxes|electric|than|insurance|rates?|rent|water|heat)); bargain(?! (?:hunters?|store|bin)); (?:instant|built in) equity; great deal; a steal; barat[ao]s?`,
  ),
  createSignal(
    'Off market',
    compilePhrases`
      off market; pocket listing; not (?:listed )?on (?:the )?mls; not listed; (?:for sale|sold|sale|selling|offered|house|home|land|lot|property|acres?|direct|listed) by (?:the )?owner(?! of); by owner(?= ?$| ?[,.!-]|\n); fsbo;
      no (?:realtors?|agents?|commissions?)(?! fees?); wholesal(?:er|ers|ing); (?<!costco |sam's )wholesale(?! (?:clubs?|store|market|district|florist)|$); (?<=^|[-!:,.\n] ?)wholesale(?! (?:clubs?|store|market|district|florist));
      assignment(?: of contract)?; assignable; unlisted; due[nñ]o (?:directo|vende)`,
  ),
  createSignal(
    'Owner financing',
    compilePhrases`
      (?:owner|seller) financ(?:e|ed|ing); (?:owner|seller) (?:will|can|may|to) (?:carry|finance); (?:owner|seller) (?:carry|terms); owc; land contract; contract for deed;
      rent to own; lease (?:option|purchase); financiamiento (?:del? )?(?:due[nñ]o|propio|directo); due[nñ]o financia`,
  ),
  createSignal(
    'Tenant in place',
    compilePhrases`
      tenant~occupied; (?:currently|presently|already|fully) (?:\w{1,10} )?(?:rented|leased)(?! (?:parking|garage|land)); (?:paying|good|long term|great|existing|reliable|current|stable|section 8|month to month|mtm) tenants?(?! (?:love|pays?|is responsible));
      tenants? (?:is |are |will )?(?:in place|stay\w*|remain\w*|pays? (?:\$|on time)); rented (?:at|for) \$?\d[\d,]{0,7}; occupied by (?:an? |the )?(?:\w{1,12} ){0,2}tenants?;
      (?:units?|both|apartments?|floors?|all|fully|property|house|home|building|condo|sides) (?:\w{1,10} ){0,2}(?:are |is )?(?:currently )?(?:leased|rented)(?! (?:for|parking|out to (?:you|others)));
      leased? (?:through|until|thru|expires?|ends?)(?! the); leases? (?:are |is )?(?:month to month|mtm|in place); (?:units?|tenants?|apartments?) have leases; subject to (?:an? |the )?(?:existing )?(?:lease|tenan\w+); (?:on|has) a (?:month to month|mtm) lease; month to month lease; rented mtm; inquilinos?`,
  ),
];

/** The signals of an off-market offer in a text, each once. */
export function findOffMarketSignals(text: string): PhraseMatch[] {
  const { normalized: plain, toOriginal: literal } = normalizeText('words', text);
  return findNormalizedSignals(plain).map((found) => ({ ...found, quote: literal(found.quote) ?? found.quote }));
}

/** The same for normalized texts; a signal that occurs in several of them counts once. */
export const findNormalizedSignals = (...plain: string[]): PhraseMatch[] =>
  offMarketSignals.flatMap((cue) => plain.flatMap((text) => findPhrases([cue], text)).slice(0, 1));
