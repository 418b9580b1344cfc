import { isUser } from '../workflow-log/actors.ts';

/** From 1 to 2: a withdrawal says whether a person did it, which its actor tells of an earlier one. */
export function withPerson(data: unknown, { metadata }: { metadata: { actor: string } }): unknown {
  // What version 1 was, see golden/shapes.json.
  return isUser(metadata.actor) ? { ...(data as { listingId: string; reason: string }), byPerson: true } : data;
}
