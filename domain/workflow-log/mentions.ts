import { toEmailKey } from '#domain/user/email-key.ts';
import type { MessagePart } from './message-parts.ts';

const addressPattern = /[\w'+.-]+@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}/gi;
const mentionPattern = /\[user ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|erased-[\da-f]{32})\]/g;
/** Characters that can precede an email address in a text, and also occur within one. */
const leadingSigns = /^['.-]+/;

/** Every possible email address in a text typed by a user, each once. */
export function findEmailAddresses(text: string): string[] {
  const addresses = [...text.matchAll(addressPattern)].flatMap(([whole]) => [whole, whole.replace(leadingSigns, '')]);
  return [...new Set(addresses.map(toEmailKey))];
}

/** The text with ids of users in the place of their addresses; `userIds` is keyed by email key. */
export function insertMentions(text: string, userIds: ReadonlyMap<string, string>): string {
  return text.replace(addressPattern, (whole) => {
    const bare = whole.replace(leadingSigns, '');
    const own = userIds.get(toEmailKey(whole));
    if (own !== undefined) return `[user ${own}]`;
    const id = userIds.get(toEmailKey(bare));
    return id === undefined ? whole : `${whole.slice(0, whole.length - bare.length)}[user ${id}]`;
  });
}

/** The text as a message with the ids of its users. */
export function splitAtMentions(text: string): MessagePart[] {
  const messageParts = text.split(mentionPattern).map((part, index) => (index % 2 === 0 ? part : { user: part }));
  return messageParts.filter((part) => part !== '');
}

/** Ids of the users that a text mentions. */
export function findMentionedUsers(text: string): string[] {
  return [...text.matchAll(mentionPattern)].flatMap(([, userId]) => userId ?? []);
}
