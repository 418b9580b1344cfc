import { type Position, toPosition } from '#domain/shared/decider.ts';
import { erasedText } from '#domain/event-catalog/personal-data.ts';
import { readPages } from '#projections/store/list-all.ts';
import type { ViewStore } from '#projections/store/port.ts';
import { type UserDoc, users } from '#projections/users.ts';

type EraseTarget = {
  views: ViewStore;
  generation: string;
  position: Position;
  /** Whether each of these users has been deleted since. */
  areDeleted: (ids: string[]) => Promise<boolean[]>;
};

/** Removes the personal data of users who were deleted since from the users of an earlier moment. */
export async function eraseDeletedUsers({ views, generation, position, areDeleted }: EraseTarget): Promise<void> {
  // After every event that shaped a document, as an older change would not count.
  const after = toPosition(position + 1);
  for await (const docs of readPages<UserDoc>(views, users.view)) {
    const isGone = await areDeleted(docs.map(({ id }) => id));
    const changes = docs
      .filter((_doc, index) => isGone[index])
      .map((doc) => ({ id: doc.id, doc: toErasedUser(doc), position: after }));
    await views.apply([{ view: users.view, generation, changes, checkpoint: null }]);
  }
}

/** A deleted user, as far as one can still be shown. */
export function toErasedUser(doc: UserDoc): UserDoc {
  const eraseText = (text: string) => (text === '' ? text : erasedText);
  return {
    ...doc,
    email: erasedText,
    emailKey: erasedText,
    searchKey: erasedText,
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
