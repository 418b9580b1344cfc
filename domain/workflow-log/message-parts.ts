/** A text, or an id whose current name is looked up when it is read; `member` is the token of a member in an alert. */
export type MessagePart = string | { user: string } | { listing: string } | { member: string };

/**
 * Current display names of ids: a user's email, a listing's title. `member` is the id of the user whom a token in an
 * alert stands for; null once that user is deleted.
 */
export type LogNames = {
  user: (userId: string) => string;
  listing: (listingId: string) => string;
  member: (token: string) => string | null;
};

export const nameUser = ({ userId }: { userId: string }): MessagePart => ({ user: userId });

/** Tag of a template: the parts of a message. It copies no lists, as it runs for each event of a rebuild. */
export function message(
  texts: TemplateStringsArray,
  ...values: (MessagePart | readonly MessagePart[] | number)[]
): MessagePart[] {
  const messageParts: MessagePart[] = [];
  const add = (part: MessagePart) => {
    if (part !== '') messageParts.push(part);
  };
  for (const [index, text] of texts.entries()) {
    add(text);
    const value = values[index] ?? '';
    if (typeof value === 'number') add(String(value));
    else if (isList(value)) value.forEach(add);
    else add(value);
  }
  return messageParts;
}

function isList(value: MessagePart | readonly MessagePart[]): value is readonly MessagePart[] {
  return Array.isArray(value);
}

/** The text of a message with current names. */
export function renderMessage(messageParts: readonly MessagePart[], names: LogNames): string {
  return messageParts.map((part) => renderPart(part, names)).join('');
}

function renderPart(part: MessagePart, names: LogNames): string {
  if (typeof part === 'string') return part;
  if ('listing' in part) return names.listing(part.listing);
  const userId = 'user' in part ? part.user : names.member(part.member);
  return userId === null ? 'a deleted user' : names.user(userId);
}
