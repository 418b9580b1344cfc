import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import type { LinkedChannel } from '#domain/alert/channels.contract.ts';
import { findUser } from '#projections/users.ts';
import { type OutboxItem, outboxSpace } from '#server/platform/outbox/item.ts';
import { startMessageDelivery } from '#server/platform/outbox/testing/message-delivery.ts';
import { createDeadLetterService } from '../dead-letters/dead-letter-service.ts';
import { createAlertChannels } from './channels.ts';
import { createLinkedChannel } from './linked/linked-channel.ts';
import { createChannelLinks } from './linked/links.ts';
import { startChannelsFixture, zipCode } from './testing/channels-fixture.ts';

/** A channel that no table has. */
const sms = 'sms' as LinkedChannel;
type SmsTarget = { number: string };

async function startWithSms() {
  const fixture = await startChannelsFixture();
  const { stores, deps } = fixture;
  const sent: { to: string; text: string }[] = [];
  let refusals = 0;
  const links = createChannelLinks<SmsTarget>(deps, { channel: sms, describeTarget: ({ number }) => number });
  const smsChannel = createLinkedChannel<SmsTarget>(deps, {
    name: sms,
    links,
    createSender: () => ({
      concurrency: 1,
      backoffMs: [],
      send: ({ target, content }) => {
        if (refusals > 0) {
          refusals -= 1;
          return Promise.reject(new Error('The network is down'));
        }
        sent.push({
          to: target.number,
          text: content.kind === 'alerts' ? (content.listings[0]?.title ?? '') : 'Test',
        });
        return Promise.resolve();
      },
      classifyFailure: () => ({ kind: 'dead', reason: 'The number does not exist' }),
      close: () => undefined,
    }),
  });
  const channels = createAlertChannels(deps, [...Object.values(fixture.channels), smsChannel]);
  const delivery = await startMessageDelivery(
    stores,
    [await smsChannel.open()].filter((one) => one !== null),
    stores.run,
  );
  onTestFinished(async () => {
    await delivery.stop();
    await fixture.close();
  });
  const userId = await stores.member({ zipCode });
  await stores.waitForViews();
  await links.save(userId, () => ({ target: { number: '+1 555 0100' } }));
  return { ...fixture, channels, sent, userId, refuse: () => (refusals = 1) };
}

it('A new channel is listed, tested, sent alerts, resent from the dead letters and exported without a change of the framework', async () => {
  const { stores, deps, channels, sent, userId, deliverAlert, refuse } = await startWithSms();
  const user = await findUser(stores.views, userId);
  if (user === null) throw new Error('There is no such member');

  const views = await channels.list(user);
  expect(views.find(({ channel }) => channel === sms)).toMatchObject({ isOn: true, target: '+1 555 0100' });
  expect(await channels.exportTargets(userId)).toMatchObject([{ channel: 'sms', target: '+1 555 0100' }]);

  const id = await channels.tests.send(sms, { userId, sessionKey: '', commandId: randomUUID() });
  await expect.poll(() => sent.length).toBe(1);
  await expect.poll(async () => (await channels.tests.findResult(id, userId))?.state).toBe('sent');

  await deliverAlert([userId], 'immediate', 'House with a barn');
  await expect.poll(() => sent.at(-1)).toEqual({ to: '+1 555 0100', text: 'House with a barn' });

  refuse();
  await deliverAlert([userId], 'immediate', 'House with a well');
  const findDead = async () =>
    (await stores.documents.list<OutboxItem>(outboxSpace, { where: { channel: 'sms', state: 'dead' }, limit: 2 })).docs;
  await expect.poll(async () => (await findDead()).length).toBe(1);
  const deadLetters = createDeadLetterService({ ...stores, ...deps }, channels.all);
  const [letter] = await deadLetters.presentAll(await findDead());
  expect(letter).toMatchObject({ subject: 'New listing: House with a well', reason: 'The number does not exist' });
  await deadLetters.resend(letter?.id ?? '', { actor: 'root', commandId: randomUUID() });
  await expect.poll(() => sent.at(-1)?.text).toBe('House with a well');
});
