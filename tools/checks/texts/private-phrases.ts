/**
 * Phrases that readers of pages, mails, errors, logs and comments would not look for, each with what to say. A word
 * matches as a whole, in any case; `|` separates forms.
 */
export const privatePhrases: readonly (readonly [phrase: string, say: string])[] = [
  // Pronouns and adverbs that only older texts have.
  ['nobody', 'no one, or who it is: no member'],
  ['somebody', 'someone, or who it is: another admin'],
  ['anybody|everybody', 'anyone, everyone'],
  ['whoever|whomever', 'a caller, a user'],
  ['meanwhile', 'until then, or leave it out'],
  ['anew', 'again'],
  ['whence|thence|hence|thereof|whereof|wherein|therein|hereby|thereby|whereby', 'a plain relative clause'],
  ['upon|amongst|whilst|lest|betimes|oftentimes', 'on, among, while, so that not'],
  // Metaphors for states.
  ['for good', 'permanently'],
  ['thrown? away|throws away', 'delete, discard'],
  ['as it stands', 'as is'],
  ['(?:it|that|this|what|who|which) stands(?! (?:for|by|up))', 'is'],
  ['(?:is|are|was|were) told', 'is notified, receives'],
  ['what (?:becomes|became|comes|came) of', 'the result of'],
  ['(?:comes?|came) by itself|by themselves', 'automatically'],
  ['in its turn|takes? (?:its|the|their) turns?', 'one at a time'],
  ['out of order', 'not in order, not available'],
  ['gets? out', 'is published'],
  ['(?:is|was|are|were) to be had', 'is available'],
  // Inverted or counted sentences.
  ['(?:who|what) is no', 'is not a'],
  ['what is (?:owed|held|told)', 'the debt, the data, the message'],
  ['so many', 'the number'],
  ['of yesterday|of today', "yesterday's, today's"],
  ['just so|even so many', 'exactly'],
];

/** British spellings, each with the American one. */
export const britishSpellings: readonly (readonly [phrase: string, say: string])[] = [
  ['cancelled|cancelling', 'canceled'],
  ['colou(?:r|rs|red)', 'color'],
  ['behaviours?', 'behavior'],
  ['favou(?:r|rs|rite)', 'favor'],
  ['neighbours?', 'neighbor'],
  ['grey', 'gray'],
  ['(?:recogni|organi|normali|summari|optimi|anonymi|saniti|neutrali)s(?:e|es|ed|ing)', 'the form with z'],
  ['labelled|travelled', 'labeled, traveled'],
];
