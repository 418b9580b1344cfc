import { anyOf, type Phrase } from './phrases.ts';

const cue = (says: string, words: RegExp): Phrase => ({ says, weight: 1, words });
const relative =
  '(?:grand)?(?:mothers?|fathers?|mom|dad|ma|pa)|parents?|aunts?|uncles?|late husband|late wife|mother in law';

/** What marks an offer as off-market: why it is cheap, and why its owner is in a hurry. */
export const offMarketCues: Phrase[] = [
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
      owes? (?:\$?[\d,]{1,9} )?(?:in )?taxes; behind on (?:the )?taxes;
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
      cash only; cash (?:buyers?|offers?|sale|deal|preferred|or hard money)(?: only)?; all cash; cash price;
      cash talks; no financing`,
  ),
  cue(
    'Needs work',
    anyOf`
      needs? (?:(?:some|little|lots?|bit|of|a|minor|major|total|complete|full|cosmetic|extensive|new|lot) ){0,4}(?:work|tlc|repairs?|rehab|renovations?|updat(?:ing|es)|love|fixing|fixed up|remodel(?:ing)?|roof|clean~?(?:ing|up));
      tlc; fixer(?:~uppers?)?; handyman'?s? (?:special|dream); rehab (?:project|needed|special|opportunity); gutted;
      gut job; unfinished; project (?:house|home|property); diamond in the rough;
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
      price (?:reduced|drop); reduced`,
  ),
  cue(
    'Below market',
    anyOf`
      (?:below|under) (?:market|appraisal|appraised|value|assessed|comps)(?: value| price)?; under~priced;
      (?:dirt )?cheap; bargain; (?:instant|built in) equity; great deal; a steal`,
  ),
  cue(
    'Off market',
    anyOf`
      off market; pocket listing; not (?:listed )?on (?:the )?mls; not listed; (?:for sale )?by owner; fsbo;
      no (?:realtors?|agents?|commissions?); wholesal(?:e|er|ers|ing); assignment(?: of contract)?; assignable;
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
