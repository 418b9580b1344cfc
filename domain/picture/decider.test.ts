import { describe, it } from 'vitest';
import { given } from '#domain/shared/testing/decider-spec.ts';
import { type PictureCommand, listingPictures } from './decider.ts';
import type { PictureEvent } from './events.ts';

const change = (...pictureIds: string[]): PictureCommand => ({
  type: 'ChangePictures',
  data: { listingId: 'l-1', pictureIds },
});
const changed = (...pictureIds: string[]): PictureEvent => ({
  type: 'PicturesChanged',
  data: { listingId: 'l-1', pictureIds },
});

describe('ChangePictures', () => {
  it('A ChangePictures command records the pictures of a listing', () => {
    given(listingPictures, [])
      .when(change('a', 'b'))
      .then([changed('a', 'b')]);
  });

  it('A ChangePictures command decides nothing where the listing has these pictures already', () => {
    given(listingPictures, [changed('a')])
      .when(change('a'))
      .then([]);
    given(listingPictures, []).when(change()).then([]);
  });

  it('A ChangePictures command without pictures removes those of the listing', () => {
    given(listingPictures, [changed('a')])
      .when(change())
      .then([changed()]);
  });
});
