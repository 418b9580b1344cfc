import { anyOf, find, type Found, type Phrase } from './phrases.ts';

/** 'Lien free', 'owner financing is not available': denied by what follows. */
const undenied = String.raw`(?!\s(?:(?:is|are|was|were) )?(?:not|no longer) (?:available|offered|possible|included|accepted|an option)|[\s-]free(?!\w))`;
const cue = (says: string, words: RegExp): Phrase => {
  return { says, weight: 1, words: new RegExp(words.source + undenied, words.flags) };
};
const relative =
  '(?:grand)?(?:mothers?|fathers?|mom|dad|ma|pa)|parents?|aunts?|uncles?|late husband|late wife|mother in law';

/** What marks an offer as off-market: why it is cheap, and why its owner is in a hurry. */
const offMarketCues: Phrase[] = [
  cue(
    'Inherited',
    anyOf`
      inherited; inheritance; heirs?(?: property)?; heirship;
      (?:${relative})'s? (?:old )?(?:house|home|place|property|land|estate);
      (?:${relative}) (?:recently )?(?:passed|died); passed away; left to (?:me|us); family estate`,
  ),
  cue(
    'Estate sale',
    anyOf`
      (?<!real )estate (?:sale|auction|home|house|property|settlement); estate of;
      (?:settle|settling|close|closing|from) (?:the |an |my \w{1,20} )?estate; part of an estate; probate; executors?;
      administrator of the estate`,
  ),
  cue(
    'As-is',
    anyOf`
      as-is;
      (?:sold|selling|sale|sell|sells|strictly|buy|priced?|offered|house|home|property|trailer|condition|is) as is;
      as is (?:where is|condition|no|cash|price); as is(?=[.,!)\x3b]|$)`,
  ),
  cue(
    'Back taxes',
    anyOf`
      back taxes; (?:delinquent|unpaid) (?:property )?taxes; taxes (?:are )?(?:owed|due|delinquent|behind);
      owes? (?:\$?[\d,]{1,9} )?(?:in )?taxes; behind (?:on|in) (?:the |his |her |their |my )?(?:property )?taxes;
      tax (?:sale|auction|deed|lien|foreclosure|forfeiture)s?`,
  ),
  cue('Lien', anyOf`(?:tax |mechanic's |irs |city |water )?liens?; code violations?; judge?ments?`),
  cue(
    'Foreclosure',
    anyOf`(?:pre~)?foreclosures?; foreclosed; bank owned; reo; short sale; sheriff's? sale; hud (?:home|house|owned)`,
  ),
  cue(
    'Cash only',
    anyOf`
      cash only; (?<!you are an? |you're an? )cash (?:buyers?|offers?|sale|deal|preferred|or hard money)(?: only)?; all cash; cash price;
      cash talks; no financing`,
  ),
  cue(
    'Needs work',
    anyOf`
      needs? (?:(?:some|little|lots?|bit|of|a|minor|major|total|complete|full|cosmetic|extensive|new|lot) ){0,4}(?:work|tlc|repairs?|rehab|renovations?|updat(?:ing|es)|love|fixing|fixed up|remodel(?:ing)?|roof|clean~?(?:ing|up));
      (?:needs?|requires?|requiring) (?:(?:some|a|an|total|complete|full|extensive|major|cosmetic) ){0,3}(?:work|repairs?|rehab(?:bing)?|renovations?|updat(?:ing|es)|remodel(?:ing)?);
      in need of (?:(?:some|a|an|total|complete|full|major|cosmetic) ){0,3}(?:work|tlc|repairs?|rehab|renovations?|updating|love|remodel\w*);
      tlc; fixer(?:~uppers?)?; handyman'?s? (?:special|dream); (?:rehab|renovation) (?:project|needed|special|opportunity);
      gutted(?! (?:and|to|down|in)); (?:total|full|complete) gut(?: rehab)?; gut rehab (?:opportunity|needed|project|special);
      gut job; unfinished(?! (?:\w{1,12} )?(?:basement|attic|level|space|area|garage|room|bonus|wood)); rehab~?bers?(?: special| delight| dream)?;
      (?:complete|finish) (?:the|this) (?:rehab|renovation|project); (?:next|new|your|spring|summer|winter|fall) project;
      project (?:house|home|property); (?:roof|foundation|floors?) (?:is |are )?(?:leaks?|leaking|bad|rotten|rotted|sagging|shot|soft|caving in);
      (?:has|have|some|visible|black) mold; half finished; diamond in the rough;
      bring your (?:tools|vision|ideas|contractor|hammer); sweat equity; tear~down; fix (?:and |& |n )?flip;
      investors? special; uninhabitable; condemned; distressed; (?:fire|water|storm|flood|smoke|hail) damaged?;
      hoarder; not livable; foundation (?:issues|problems|repairs?); sold as storage;
      needs to be (?:gutted|rehabbed|remodeled|finished)`,
  ),
  cue(
    'Vacant',
    anyOf`
      (?:house|home|property|building|currently|is|been|sits?|sitting|now) (?:is |has been |been |sits |sitting |currently )?(?:vacant|empty|unoccupied)(?! (?:lot|land));
      vacant (?:house|home|property|building|since|for); abandoned; boarded up; unoccupied`,
  ),
  cue(
    'Quick sale',
    anyOf`
      must (?:sell|go); needs? (?:to sell|to be sold|gone|it gone|sold); (?:quick|fast) (?:sale|close|closing|cash);
      sell (?:it )?(?:fast|quick(?:ly)?|asap|now|immediately); motivated(?: sellers?)?; priced to (?:sell|move);
      urgent; asap; close (?:fast|quick(?:ly)?|in \d{1,3} days); divorce; relocating; moving out of state;
      job transfer; downsizing; out of state owner; make (?:an |me an )?offer; take over payments;
      price (?:reduced|drop); reduced(?! (?:sugar|rates?|fees?|fare|rent|taxes|interest|to \w{1,10} fee))`,
  ),
  cue(
    'Below market',
    anyOf`
      (?:below|under) (?:market|appraisal|appraised|value|assessed|comps)(?: value| price)?(?! rents?); under~priced;
      (?:dirt )?cheap; bargain; (?:instant|built in) equity; great deal; a steal`,
  ),
  cue(
    'Off market',
    anyOf`
      off market; pocket listing; not (?:listed )?on (?:the )?mls; not listed; (?:for sale )?by owner; fsbo;
      no (?:realtors?|agents?|commissions?)(?! fees?); wholesal(?:e|er|ers|ing); assignment(?: of contract)?; assignable;
      unlisted`,
  ),
  cue(
    'Owner financing',
    anyOf`
      (?:owner|seller) financ(?:e|ed|ing); owner will (?:carry|finance); owc; land contract; contract for deed;
      rent to own; lease (?:option|purchase)`,
  ),
  cue(
    'Tenant in place',
    anyOf`
      tenant occupied; currently rented; (?:paying|good|long term|great|existing|section 8) tenants?;
      tenants? in place; rented (?:at|for) \$?\d[\d,]{0,7}`,
  ),
];

/** The signs of an off-market offer in a text, each once. */
export const cuesIn = (text: string): Found[] => find(offMarketCues, text);
