import type { Position } from '#domain/shared/decider.ts';
import type { Doc, Documents } from '#projections/store/port.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';

const passId = 'last';

/**
 * The delivery of due digests that began last. All events of the members who are done are at `position` or before: of
 * all members once it is idle, and of none while it is `startPosition`.
 */
export type DigestPass = { state: 'running' | 'idle'; position: Position };

export function readDigestPass(documents: Pick<Documents, 'get'>): Promise<DigestPass | null> {
  return documents.get<DigestPass & Doc>(documentSpaces.digestPasses, passId);
}

export async function writeDigestPass(documents: Pick<Documents, 'put'>, pass: DigestPass): Promise<void> {
  const doc: DigestPass & Doc = { id: passId, ...pass };
  await documents.put(documentSpaces.digestPasses, doc);
}
