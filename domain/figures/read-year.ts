import type { Fact } from './contract.ts';
import { agreeOn, type Limits, parseCount, type FactReading, takeContext } from './reading.ts';

const limits: Limits = [1700, 2049];
const year = String.raw`(1[789]\d\d|20[0-4]\d)(?![\d%]|[.,]\d|['’]?s\b|\s*(?:sq|sf|ft|acres?|ac|miles?|-|–|or|to)\b|\s*[-–/]\s*\d)`;

/** 'Built in 1948', 'Year built: 1948'. */
const built = new RegExp(
  String.raw`(?<![\w-])(?:(?:year|yr\.?)[\s-]*(?:built|blt)|built|constructed)\b\s*[:=-]?\s*(?:in\s+|on\s+site\s+in\s+)?(?:the\s+year\s+)?${year}`,
  'gi',
);
const beforeBuilt = new RegExp(String.raw`(?<![\w$.,/#-])${year}[\s-]+built\b`, 'gi');
const style = String.raw`(?:brick|wood(?:en)?|frame|wood-frame|stone|stucco|block|vinyl|log|single|two|one|1|2|1\.5|story|family|ranch|craftsman|victorian|tudor|cape|cod|colonial|style|farm|solid|all)`;
/** '1948 brick ranch'. */
const styled = new RegExp(
  String.raw`(?<![\w$.,/#-])${year} (?:${style}[ -]){0,3}(?:house|home|ranch|bungalow|cottage|colonial|cape cod|farmhouse|craftsman|victorian|tudor|rambler|cabin)\b`,
  'gi',
);
/** '1998 Fleetwood 28x60 double wide': the year of the model. */
const modelled = new RegExp(
  String.raw`(?<![\w$.,/#-])${year} (?:[\w.'’-]+ ){0,3}?(?:(?:single|double|triple)[ -]?wide|(?:mobile|manufactured) home|trailer)\b`,
  'gi',
);

const otherBefore = new RegExp(
  String.raw`\b(?:garage|deck|shed|addition|barn|porch|shop|workshop|pool|fence|kitchen|bath|roof|outbuilding|basement|carport|patio|sunroom|dock|unit|guest house|school|subdivision|community|neighborhood|park)s?\b[\s,(]*(?:(?:was|were|is|has been|newly|being)\s+){0,2}$|\b(?:re-?|be\s+|being\s+|not\s+|custom-?)$`,
  'i',
);
const dateBefore =
  /\b(?:in|since|until|from|of|by|to|for|remodel\w*|renovat\w*|updated?|added|new|sold|tax(?:es)?|or|and|circa|about|around|approx\w*)[\s.:,]*$/i;
const notOfModel =
  /\b(?:roof|taxes|hvac|furnace|heater|updat\w+|remodel\w*|renovat\w*|new|on|in|for|the|and|with|sold|ford|chevy|truck|travel)\b/i;

/** The year in which a text says that the home was built. */
export function readYearBuilt(text: string): Fact {
  const stated = find(text, built, otherBefore);
  const named = [
    ...find(text, beforeBuilt, dateBefore),
    ...find(text, styled, dateBefore),
    ...find(text, modelled, dateBefore).filter(({ quote }) => !notOfModel.test(quote)),
  ];
  return agreeOn([...stated, ...named], limits);
}

function find(text: string, pattern: RegExp, excluded: RegExp): FactReading[] {
  return [...text.matchAll(pattern)]
    .filter((match) => !excluded.test(takeContext(match).before))
    .map(({ 0: quote, 1: value }) => ({ value: parseCount(value), quote }));
}
