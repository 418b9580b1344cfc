/** A text, or an id whose current name is looked up when it is read; `member` is the token of a member in an alert. */
export type MessagePart = string | { user: string } | { listing: string } | { member: string };

/**
 * Current display names of ids: a user's e-mail, a listing's title. `member` is the id of the user whom a token in an
 * alert stands for; null once that user is deleted.
 */
export type LogNames = {
  user: (userId: string) => string;
  listing: (listingId: string) => string;
  member: (token: string) => string | null;
};

export const nameUser = ({ userId }: { userId: string }): MessagePart => ({ user: userId });

/** Tag of a template: the parts of a message. */
export function message(
  texts: TemplateStringsArray,
  ...values: (MessagePart | readonly MessagePart[] | number)[]
): MessagePart[] {
  const parts = texts.flatMap((text, index) => [text, values[index] ?? ''].flat());
  return parts.map((part) => (typeof part === 'number' ? String(part) : part)).filter((part) => part !== '');
}

/** The text of a message with current names. */
export function renderMessage(parts: readonly MessagePart[], names: LogNames): string {
  return parts.map((part) => renderPart(part, names)).join('');
}

function renderPart(part: MessagePart, names: LogNames): string {
  if (typeof part === 'string') return part;
  if ('listing' in part) return names.listing(part.listing);
  const userId = 'user' in part ? part.user : names.member(part.member);
  return userId === null ? 'a deleted user' : names.user(userId);
}
