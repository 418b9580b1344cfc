const amount = /[$€]\s?[\d.,]+\s?(?:k|m)?\b/gi;
/** What counts rooms and sizes. */
const count = /^(?:bds?|bas?|brs?|beds?|baths?|bedrooms?|bathrooms?|sq|ft|sqft|feet|acres?|ac|lot|per|month|mo|usd)$/i;
const button = /^\s*(?:view|see|show|more|read|open|click|learn|contact|call|reply|get|save|new|price)\b/i;

/** Words that name something, and are more than a price, a button or a number of rooms. */
export function isTitle(text: string): boolean {
  const words = (text.replaceAll(amount, '').match(/\p{L}{2,}/gu) ?? []).filter((word) => !count.test(word));
  return words.length >= 2 && !button.test(text) && !/^\s*(?:https?:|www\.)\S+\s*$/i.test(text);
}
