import { isDenied } from '#domain/text/phrase-matcher.ts';
import type { PhraseSpan } from '#domain/text/phrase-index.ts';
import { findSenses, layers, type Sense } from './vocabulary/phrases.ts';

/** The relation of a phrase to the offer. Only what is offered itself is a head. */
type Role = 'head' | 'denied' | 'elsewhere' | 'imagined' | 'gone' | 'part' | 'included' | 'place' | 'modifier';

/** A phrase of the vocabulary in a normalized text. */
export type Evidence = { sense: Sense; role: Role; at: number; end: number };

type Span = PhraseSpan<Sense>;

/** The leftmost phrase, and of those the longest, keeps its words; one of the same layer that shares them is dropped. */
function dropOverlaps(spans: Span[]): Span[] {
  let end = 0;
  return spans
    .toSorted((a, b) => a.at - b.at || b.end - a.end)
    .filter((span) => {
      if (span.at < end) return false;
      end = span.end;
      return true;
    });
}

const few = String.raw`(?:\s[\w'/-]{1,16}){0,3}\s$`;
const several = String.raw`(?:\s[\w'/&-]{1,16},?){0,5}\s$`;
const one = String.raw`(?:\s(?:an?|the|your|this|my|our|one|any|another|some))?\s$`;
const before: [Role, RegExp][] = [
  [
    'elsewhere',
    new RegExp(
      String.raw`(?:near|next to|next door to|close to|behind|across(?: the (?:road|street))? from|adjacent to|adjoining|beside|between|bordered by|borders|backs up to|backs to|surrounded by|minutes (?:to|from)|in photo is|neighbor'?s|neighbors? (?:are|have|own|has|is)|(?:homes|houses) (?:around|nearby|on the street) are)${few}`,
    ),
  ],
  [
    'imagined',
    new RegExp(
      String.raw`(?:zoned(?: for)?|ready for|suitable for|good for|great for|perfect (?:spot )?for|ideal for|allows?|allowing|approved for|ok for|place for|room for|spot for|site for|place(?: a)?|put (?:a|your)|park (?:a|your)|build(?: on)?|bring|plans for|permits? for|used to be|would make|could be(?: an?)?|tested|septic for|lots? for|land for|acres? for|pad for)${several}`,
    ),
  ],
  [
    'gone',
    new RegExp(
      String.raw`(?:demolished|former|previous|prior|razed|(?:remains|ruins?|chimney|foundation) of(?: an?)?(?: old)?|where (?:an? |the )?(?:old )?|removed|slab of|(?:fire|storm|tornado|hurricane|flood|wind) (?:took|got|destroyed|leveled)|tore down|took down|burned down)${one}`,
    ),
  ],
  [
    'part',
    new RegExp(
      String.raw`(?:secured by|backed by|under|(?:shares?|interest|ownership|stake|half|third|portion|percent|weeks?|nights?|units?) (?:of|in|at)|(?:notes?|paper|lien|contract|option|mortgage|rights?|royalt(?:y|ies)) (?:on|to|for|in|against|under))${few}`,
    ),
  ],
  ['modifier', /(?:not|isn't|is no|was) (?:an? )?$/],
  [
    'included',
    new RegExp(String.raw`(?:with|w/|w|and|&|\+|plus|includes?|including|comes with|has|have|also|or)${one}`),
  ],
  ['place', new RegExp(String.raw`(?:on|in|at|of|by|from|to|for)${one}`)],
];
const after: [Role, RegExp][] = [
  ['denied', /^\s?\?+\s?(?:no|nope|not)(?!\w)/],
  [
    'imagined',
    /^s?(?:\s(?:are|is|and|or|not|\w{2,12}s?))?\s(?:not )?(?:allowed|ok|okay|welcome|permitted|friendly|approved|restrictions?|zon(?:ed|ing)|plans?)(?!\w)/,
  ],
  [
    'modifier',
    /^s?\s(?:mowing|clearing|(?:re)?level(?:l)?ing|demolition|demo|removals?|mov(?:ing|ers?)|haul(?:ing|ers?)|repairs?|painting|cleaning|clean ?outs?|inspections?|insurance|loans?|financing|plans|photograph\w+|transport\w*|roofing|plumbing|wiring|parts|doors?|windows?|axles?|furnace|steps|kits?|packages?|shells?|fund|notes?|paper)(?!\w)/,
  ],
  [
    'elsewhere',
    /^s?\s(?:in (?:the )?(?:photo|picture|pic)|nearby|next door|is next door|across the|on (?:the )?next|is not (?:included|for sale|part)|not included|not for sale|excluded)(?!\w)/,
  ],
  [
    'gone',
    /^(?:\s(?:was|were|has|have|had|been|is|are|got|that|which|recently|already|there|here))*\s(?:demolished|demo'?d|torn down|razed|removed|gone|burned(?! kitchen)|burnt|fallen (?:in|down)|fell (?:in|down)|collaps\w+|caved in|in ruins|junk|not (?:usable|salvageable)|beyond repair|past saving|moved off|hauled (?:off|away)|used to (?:sit|be)|condemned and razed|homesite)(?!\w)/,
  ],
];
/** Between two words of one name: 'mobile home READY lot'. */
const isJoint =
  /^[\s-]{0,2}(?:(?:ready|zoned|friendly|approved|sized|style|community|subdivision|village|park|trailer|building)\s)?$/;
const dwellings = new Set<Sense>(['house', 'home', 'mobile', 'tiny', 'rooms']);
/** 'Mobile home lot' is a lot; 'triplewide ranch' is no ranch. */
const isModifier = ({ sense }: Span, next: Span): boolean => !dwellings.has(next.sense) || !dwellings.has(sense);

function readRole(text: string, span: Span, next: Span | undefined): Role {
  const head = text.slice(Math.max(0, span.at - 60), span.at);
  if (isDenied(text, span.at)) return 'denied';
  const tail = text.slice(span.end, span.end + 60);
  for (const [role, pattern] of after) if (pattern.test(tail)) return role;
  if (next !== undefined && isModifier(span, next) && isJoint.test(text.slice(span.end, next.at))) return 'modifier';
  for (const [role, pattern] of before) if (pattern.test(head)) return role;
  return 'head';
}

const properties = new Set<Sense>([...dwellings, 'land']);
const contents = new Set<Sense>(['goods', 'rv', 'kit', 'space']);
export const offersProperty = (evidence: readonly Evidence[]): boolean =>
  evidence.some(({ sense, role }) => role === 'head' && properties.has(sense));

/** What is listed after a property goes with it: 'home on corner lot, chain link, carport'. */
function includeContents(evidence: Evidence[], isOffered: boolean): Evidence[] {
  let isAfter = isOffered;
  return evidence.map((item) => {
    const isIncluded = isAfter && item.role === 'head' && contents.has(item.sense);
    isAfter ||= item.role === 'head' && properties.has(item.sense);
    return isIncluded ? { ...item, role: 'included' } : item;
  });
}

const inherited = new Set<Role>(['elsewhere', 'gone', 'imagined']);
const isJoined = /^ ?(?:with|w\/|and|&|or|\/)(?: (?:an?|its|their|the))? ?(?:\d ?- ?)?$/;

/** What is said with a thing that is not offered belongs to it: 'neighbors are brick homes with 3 bedrooms'. */
function inheritRoles(text: string, evidence: Evidence[]): Evidence[] {
  let last: Evidence | undefined;
  return evidence.map((item) => {
    const isPart = last !== undefined && inherited.has(last.role) && isJoined.test(text.slice(last.end, item.at));
    last = isPart && last && item.role !== 'denied' ? { ...item, role: last.role } : item;
    return last;
  });
}

/** All phrases of the vocabulary in a normalized text, in their order in each layer; `isOffered`: its title offers a property. */
export function findEvidence(text: string, isOffered = false): Evidence[] {
  const byLayer = Map.groupBy(findSenses(text), ({ sense }) => layers[sense]);
  return [...byLayer.values()].flatMap((layerSpans) => {
    const spans = dropOverlaps(layerSpans);
    const evidence = spans.map((span, index) => ({ ...span, role: readRole(text, span, spans[index + 1]) }));
    return includeContents(inheritRoles(text, evidence), isOffered);
  });
}
