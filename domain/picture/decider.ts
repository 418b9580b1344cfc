import type { Decider } from '#domain/shared/decider.ts';
import type { PictureEvent } from './events.ts';

export type PictureCommand = { type: 'ChangePictures'; data: PictureEvent['data'] };

export const listingPictures: Decider<PictureCommand, PictureEvent, { pictureIds: readonly string[] }> = {
  decide: ({ data }, { pictureIds }) =>
    data.pictureIds.join() === pictureIds.join() ? [] : [{ type: 'PicturesChanged', data }],
  evolve: (_state, { data: { pictureIds } }) => ({ pictureIds }),
  initialState: { pictureIds: [] },
};
