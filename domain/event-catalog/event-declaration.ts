import type { MessagePart } from '#domain/workflow-log/message-parts.ts';
import type { StreamKind } from './streams.ts';

/** Personal texts are encrypted under the key of their subject; the event names it, or it is the day of a visit. */
export type PersonalTexts = {
  subject: 'user' | 'visit day';
  /** Names of fields from the data down, `*` for each item of a list. */
  paths: readonly (readonly string[])[];
};

/**
 * Members that must not be recognized in the stored log. Each is stored as a token, equal within one stream only, and
 * encrypted under the member's key. `erase` returns what is read once that key is destroyed.
 */
export type SealedMembers = { field: 'userId' | 'userIds' | 'members'; erase: (userId: string) => unknown };

/** An event type for auditors and for the encryption. In `stream` the parts in angle brackets are ids. */
export type EventDeclaration = {
  stream: StreamKind | `${StreamKind}-<${string}`;
  summary: string;
  /** Where the workflow log leaves it out. */
  isLogged?: false;
  personal?: PersonalTexts;
  members?: SealedMembers;
};

/** Declarations by type. `line` is that of the workflow log; `by` is ' by <actor>', or empty where users act themselves. */
export type EventDeclarations<Event extends { type: string }> = {
  [Type in Event['type']]: EventDeclaration & {
    line: (event: Extract<Event, { type: Type }>, by: MessagePart[]) => MessagePart[];
  };
};

export const sealTexts = (...paths: string[][]): PersonalTexts => ({ subject: 'user', paths });
