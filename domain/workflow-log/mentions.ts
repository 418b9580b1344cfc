import { toEmailKey } from '#domain/user/email-key.ts';

const addressPattern = /[\w'+.-]+@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}/gi;
const mentionPattern = /\[user ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|erased-[\da-f]{32})\]/g;
/** Characters that can precede an e-mail address in a text, and also occur within one. */
const leadingSigns = /^['.-]+/;

/** Every possible e-mail address in a text typed by a user, each once. */
export function findEmailAddresses(text: string): string[] {
  const found = [...text.matchAll(addressPattern)].flatMap(([whole]) => [whole, whole.replace(leadingSigns, '')]);
  return [...new Set(found.map(toEmailKey))];
}

/** The text with ids of users in the place of their addresses; `userIds` is keyed by e-mail key. */
export function insertMentions(text: string, userIds: ReadonlyMap<string, string>): string {
  return text.replace(addressPattern, (whole) => {
    const bare = whole.replace(leadingSigns, '');
    const own = userIds.get(toEmailKey(whole));
    if (own !== undefined) return `[user ${own}]`;
    const id = userIds.get(toEmailKey(bare));
    return id === undefined ? whole : `${whole.slice(0, whole.length - bare.length)}[user ${id}]`;
  });
}

/** The text with the current names of its users, from `name`. */
export function resolveMentions(text: string, name: (userId: string) => string): string {
  return text.replace(mentionPattern, (_whole, userId: string) => name(userId));
}

/** Ids of the users that a text mentions. */
export function findMentionedUsers(text: string): string[] {
  return [...text.matchAll(mentionPattern)].flatMap(([, userId]) => userId ?? []);
}
