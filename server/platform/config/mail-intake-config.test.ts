import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';

const password = 'hunter-two';

describe('the environment of the mail intake', () => {
  it('The environment of the mail intake lists senders in any notation', () => {
    expect(loadConfig({}).intakeEmailFrom).toEqual([]);
    expect(
      loadConfig({ INTAKE_EMAIL_FROM: ' Homes.Example,@county.example;\nclerk@town.example ' }).intakeEmailFrom,
    ).toEqual(['homes.example', 'county.example', 'clerk@town.example']);
  });

  it.each(['homes', 'a@b@c.example', 'https://homes.example', '*.homes.example'])(
    'The environment of the mail intake rejects the sender %s',
    (from) => {
      expect(() => loadConfig({ INTAKE_EMAIL_FROM: from })).toThrow(
        /^INTAKE_EMAIL_FROM must list domains or addresses/,
      );
    },
  );

  it('The environment of the mail intake lists the places of senders', () => {
    expect(loadConfig({}).intakeEmailPlaces).toEqual([]);
    const places = '@Homes.example=Michigan; clerk@county.example = Flint, MI ;\nlots.example=48204;';
    expect(loadConfig({ INTAKE_EMAIL_PLACES: places }).intakeEmailPlaces).toEqual([
      { sender: 'homes.example', place: { state: 'MI' } },
      { sender: 'clerk@county.example', place: { city: 'Flint', state: 'MI' } },
      { sender: 'lots.example', place: { zipCode: '48204' } },
    ]);
  });

  it.each(['homes.example', 'homes=MI', 'homes.example=Flint', 'homes.example=4820', 'homes.example=Nowhere, XX'])(
    'The environment of the mail intake rejects the place %s',
    (places) => {
      expect(() => loadConfig({ INTAKE_EMAIL_PLACES: places })).toThrow(/^INTAKE_EMAIL_PLACES must list senders/);
    },
  );

  it('The environment of the mail intake accepts the address of a mailbox', () => {
    const imapUrl = `imaps://scout%40example.com:${password}@mail.example.com:993/INBOX`;
    expect(loadConfig({ IMAP_URL: imapUrl }).imapUrl).toBe(imapUrl);
    expect(loadConfig({}).imapUrl).toBeNull();
  });

  it.each([
    `https://a:${password}@mail.example.com`,
    'imaps://mail.example.com',
    'mail.example.com',
    `imaps://a:${password} @x.example`,
  ])('The environment of the mail intake rejects a mailbox at %s without repeating the address', (imapUrl) => {
    expect(() => loadConfig({ IMAP_URL: imapUrl })).toThrow(/^IMAP_URL must be imaps:/);
    expect(() => loadConfig({ IMAP_URL: imapUrl })).not.toThrow(new RegExp(password));
  });
});
