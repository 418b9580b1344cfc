import { emailKey } from '#domain/user/email-key.ts';

const address = /[\w'+.-]+@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}/gi;
const mention = /\[user ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\]/g;
/** May stand before an address in a text, and within one. */
const sign = /^['.-]+/;

/** Whatever may be an e-mail address in a text that somebody typed, each once. */
export function addressesIn(text: string): string[] {
  const found = [...text.matchAll(address)].flatMap(([whole]) => [whole, whole.replace(sign, '')]);
  return [...new Set(found.map(emailKey))];
}

/** The text with the ids of users in the place of their addresses; `userIds` is by the key of an address. */
export function withMentions(text: string, userIds: ReadonlyMap<string, string>): string {
  return text.replace(address, (whole) => {
    const bare = whole.replace(sign, '');
    const own = userIds.get(emailKey(whole));
    if (own !== undefined) return `[user ${own}]`;
    const id = userIds.get(emailKey(bare));
    return id === undefined ? whole : `${whole.slice(0, whole.length - bare.length)}[user ${id}]`;
  });
}

/** The text as it reads today, with what `name` says of the users in it. */
export function withNames(text: string, name: (userId: string) => string): string {
  return text.replace(mention, (_whole, userId: string) => name(userId));
}

/** Ids of the users that a text mentions. */
export function mentionedIn(text: string): string[] {
  return [...text.matchAll(mention)].flatMap(([, userId]) => userId ?? []);
}
