const amount = /[$€]\s?[\d.,]+\s?(?:k|m)?\b/gi;
/** What counts rooms and sizes. */
const count = /^(?:bds?|bas?|brs?|beds?|baths?|bedrooms?|bathrooms?|sq|ft|sqft|feet|acres?|ac|lot|per|month|mo|usd)$/i;
const button = /^\s*(?:view|see|show|more|read|open|click|learn|contact|call|reply|get|save|new|price)\b/i;

/** Words that name something, and are more than a price, a button or a number of rooms. */
export function isTitle(text: string): boolean {
  const words = (text.replaceAll(amount, '').match(/\p{L}{2,}/gu) ?? []).filter((word) => !count.test(word));
  return words.length >= 2 && !button.test(text) && !/^\s*(?:https?:|www\.)\S+\s*$/i.test(text);
}

const pointer =
  /^\s*(?:details?|photos?|pictures?|map|directions|link|here|listing|info(?:rmation)?|share|hide|next|apply)\b/i;

/** Words of a link that name something, if only by one word: 'Vacant lot 0.5 acre', '5546 Fairview'. */
export function isName(text: string): boolean {
  const words = (text.replaceAll(amount, '').match(/\p{L}{3,}/gu) ?? []).filter((word) => !count.test(word));
  return words.length > 0 && !button.test(text) && !pointer.test(text) && !/^\s*(?:https?:|www\.)\S+\s*$/i.test(text);
}
