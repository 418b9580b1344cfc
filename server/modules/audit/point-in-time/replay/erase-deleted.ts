import type { Position } from '#domain/shared/decider.ts';
import { erasedText } from '#domain/event-catalog/personal-data.ts';
import type { ViewStore } from '#projections/store/port.ts';
import { type UserDoc, users } from '#projections/users.ts';

const pageSize = 1_000;

type EraseTarget = {
  views: ViewStore;
  generation: string;
  position: Position;
  /** Whether each of these users has been deleted since. */
  gone: (ids: string[]) => Promise<boolean[]>;
};

/** Nothing personal of those who were deleted since stays in the users of a moment before. */
export async function eraseDeletedUsers({ views, generation, position, gone }: EraseTarget): Promise<void> {
  // Past every event that shaped a document, as an older change would not count.
  const after = (position + 1) as Position;
  let cursor: string | undefined;
  do {
    const page = await views.list<UserDoc>(users.view, { limit: pageSize, ...(cursor !== undefined && { cursor }) });
    const isGone = await gone(page.docs.map(({ id }) => id));
    const changes = page.docs
      .filter((_doc, index) => isGone[index])
      .map((doc) => ({ id: doc.id, doc: toErasedUser(doc), position: after }));
    await views.apply([{ view: users.view, generation, changes, checkpoint: null }]);
    cursor = page.cursor;
  } while (cursor !== undefined);
}

/** Who was deleted, as far as they can still be shown. */
export function toErasedUser(doc: UserDoc): UserDoc {
  const eraseText = (text: string) => (text === '' ? text : erasedText);
  return {
    ...doc,
    email: erasedText,
    emailKey: erasedText,
    zipCode: doc.zipCode === null ? null : erasedText,
    recentListings: doc.recentListings.map(({ timestamp, ...texts }) => ({
      title: eraseText(texts.title),
      price: eraseText(texts.price),
      details: eraseText(texts.details),
      link: eraseText(texts.link),
      imageUrl: eraseText(texts.imageUrl),
      timestamp,
    })),
  };
}
