import { describe, it } from 'vitest';
import { given } from '#domain/shared/testing/decider-spec.ts';
import { announcement } from './decider.ts';
import type { AnnouncementEvent } from './events.ts';

const published = (message: string): AnnouncementEvent => ({ type: 'AnnouncementPublished', data: { message } });

describe('Publish', () => {
  it('A Publish command publishes a message', () => {
    given(announcement, [])
      .when({ type: 'Publish', data: { message: '<p>Hello</p>' } })
      .then([published('<p>Hello</p>')]);
  });

  it('A Publish command decides nothing when the message is the latest already', () => {
    given(announcement, [published('old'), published('new')])
      .when({ type: 'Publish', data: { message: 'new' } })
      .then([]);
  });

  it('A Publish command publishes an earlier message again', () => {
    given(announcement, [published('old'), published('new')])
      .when({ type: 'Publish', data: { message: 'old' } })
      .then([published('old')]);
  });

  it('A Publish command accepts an empty message, which removes the announcement', () => {
    given(announcement, [published('old')])
      .when({ type: 'Publish', data: { message: '' } })
      .then([published('')]);
    given(announcement, [])
      .when({ type: 'Publish', data: { message: '' } })
      .then([]);
  });
});
