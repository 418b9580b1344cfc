/** Letters that could mean something else, such as 'rm 12', name a road only behind the number of a house. */
const behindHouse = String.raw`(?<=\b\d{1,6}[a-z]? (?:[nsew]{1,2}\.? )?)`;
/** '4100 Kings Hwy 12' is no highway 12. */
const noStreetBefore = String.raw`(?<!\d [a-z]{2,20} )`;
const road = String.raw`r(?:oa)?d\.?`;
const highway = String.raw`(?:highway|hwy|route|rte?|rt)\.?`;
const number = String.raw`[ .#-]{0,3}(\d{1,4}[a-z]?)\b(?![-.]?\d|\/)`;

const writings: [string, string[]][] = [
  ['county', [String.raw`\bc\.? ?r\.?`, String.raw`\bco(?:unty|\.)? ${road}`]],
  ['farm', [String.raw`\bf\.?m\.?(?: ${road})?`, String.raw`\bfarm[ -]to[ -]market(?: ${road})?`]],
  ['ranch', [String.raw`${behindHouse}r\.?m\.?(?: ${road})?`, String.raw`\branch[ -]to[ -]market(?: ${road})?`]],
  ['township', [String.raw`${behindHouse}t\.?r\.?`, String.raw`\b(?:township|twp\.?) ${road}`]],
  ['private', [String.raw`${behindHouse}p\.?r\.?`, String.raw`\b(?:private|pvt\.?) ${road}`]],
  ['rural', [String.raw`${behindHouse}r\.?r\.?`, String.raw`\brural (?:${road}|${highway})`]],
  [
    'highway',
    [
      String.raw`\b(?:u\.?s\.?|state|st\.?)[ -]${highway}`,
      String.raw`\b(?:u\.s\.?|us(?=-)|s\.?[hr]\.?|i\.?h\.?|interstate)`,
      String.raw`${behindHouse}us`,
      String.raw`${noStreetBefore}\b${highway}`,
    ],
  ],
];

/** Spells 'CR 4106' and 'County Road 4106' the same way, and any highway with a number like any other. */
export const roadRules: [RegExp, string][] = writings.map(([name, patterns]) => [
  new RegExp(`(?:${patterns.join('|')})${number}`, 'g'),
  ` ${name}$1 road `,
]);

const numberedRoad = new RegExp(`\\b(?:${writings.map(([name]) => name).join('|')})\\d{1,4}[a-z]? road\\b`, 'g');

/** The roads that a number names, in normalized words: 'county4106 road'. */
export const findNumberedRoads = (words: string): string[] => words.match(numberedRoad) ?? [];
