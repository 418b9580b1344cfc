/** Words that could stand in any offer of a property. */
const genericWords = new Set(
  `a an and the of in on at for to with by is it its this that or from as my our your we i you has have are was be will not no all any but so if into up down out off over near close than then there
  new now price reduced drop sale sell selling sold obo best offer offers only just must see still available update updated repost reposted back again great good nice beautiful wow look hurry call text today deal deals asking firm cash contact email phone info information details detail message pm show showing
  house houses home homes property properties land lot lots acre acres parcel parcels tract building unit single family multi mobile manufactured trailer tiny cabin ranch bungalow duplex colonial cottage apartment condo townhouse dwelling residence residential commercial vacant empty lots
  bed beds bedroom bedrooms bath baths bathroom bathrooms br ba sqft sq ft square feet foot room rooms story garage basement yard kitchen living dining floor brick frame vinyl wood wide double
  cheap investor investors investment investing special opportunity handyman fixer upper needs need work works repair repairs rehab tlc flip flipper wholesale wholesaler market motivated seller sellers owner owners owned financing finance buyer buyers buy own rent rental inherited estate probate heirs quick fast close closing must go gone want wants asap condition sold is
  tax taxes auction county city state deed title clear bid bids minimum starting opening sheriff foreclosure foreclosed lien bank repo reo fees fee plus public record list item number street avenue road drive lane area neighborhood town location located small big large little quiet cute cozy clean solid first last one two three four five six`.split(
    /\s+/,
  ),
);

const maxCounted = 100;

/** How many different words are neither generic nor numbers nor names of the town. */
export function countTellingWords(words: string[], townWords: ReadonlySet<string>): number {
  const telling = new Set<string>();
  for (const word of words) {
    if (telling.size === maxCounted) break;
    const isPlain = word.length < 3 || /\d/.test(word) || genericWords.has(word) || townWords.has(word);
    if (!isPlain) telling.add(word);
  }
  return telling.size;
}
