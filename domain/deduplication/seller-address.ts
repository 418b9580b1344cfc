/** Words before an address where the seller or the sale is, and not the property. */
const sellerBefore =
  /\b(?:offices?|headquarters|courthouse|oficinas?|contracts?|closings?|brokerage|realty|realtors?|home ?buyers|company|(?:llc|inc|corp)\b\.?|(?<!open house )held|our (?:\w+ )?(?:address|location|store|team)|nuestra direcci[oó]n|(?:mail|send|write|env[ií]e)(?:ed|ing)?|(?:call|visit|contact|see|meet|find|reach|join) us|vis[ií]t[ea]nos|stop by|come (?:in|by))\b[^.!?]{0,60}$/i;
const ownBefore =
  /(?:^|[.!?:]\s+|\b(?:at|en|on|is|located|ubicad[ao]|address|direcci[oó]n|calle|property|casa|house|home)\b[\s:,]*)$/i;

export type Mention = 'stated' | 'mentioned' | 'seller';

const contextLength = 80;

/** What the words before a house number in a text say about the address. */
export function classifyMention(text: string, houseNumber: number): Mention {
  const places = [...text.matchAll(new RegExp(`(?<![\\w,.-])${houseNumber}(?!\\d)`, 'g'))];
  const before = places.map(({ index }) => text.slice(Math.max(0, index - contextLength), index));
  const own = before.filter((words) => !sellerBefore.test(words));
  if (own.length === 0) return places.length === 0 ? 'mentioned' : 'seller';
  return own.some((words) => ownBefore.test(words)) ? 'stated' : 'mentioned';
}
