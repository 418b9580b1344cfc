import { describe, expect, it } from 'vitest';
import { extractOffers } from './offers/extract-offers.ts';
import { parseMail } from './parse-mail.ts';
import { renderMime } from './testing/mail-fixture.ts';

const picture = Buffer.alloc(2_000_000, 'pixels of a photo').toString('base64');
const fold = (base64: string) => base64.replaceAll(/.{76}/g, '$&\r\n');
const address = `data:image/png;base64,${fold(picture)}`;
const link = 'https://click.example.com/1';
const words = `<p><a href="${link}">3 bedroom house at 12 Elm St, as-is</a></p><p>$45,000</p><p>Detroit, MI 48204</p>`;
const text = `3 bedroom house at 12 Elm St, as-is\r\n$45,000\r\nDetroit, MI 48204\r\n${link}\r\n`;
const attached = `Content-Type: image/png\r\nContent-ID: <p>\r\nContent-Disposition: inline\r\nContent-Transfer-Encoding: base64\r\n\r\n${fold(picture)}`;
const parted = (subtype: string, ...parts: string[]) =>
  renderMime(`${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--`, {
    type: `multipart/${subtype}; boundary=b`,
  });

describe('a mail whose pictures come before its words', () => {
  it.each([
    ['in one long line of HTML', renderMime(`<img src="data:image/png;base64,${picture}">${words}`)],
    ['in folded lines of HTML', renderMime(`<img src="${address}">${words}`)],
    ['as a background', renderMime(`<div style="background:url('${address}')"></div>${words}`)],
    ['in a style sheet', renderMime(`<style>td { background: url(${address}) }</style>${words}`)],
    ['in plain text', renderMime(`[${address}]\r\n${text}`, { type: 'text/plain' })],
    ['as a part before the text', parted('mixed', attached, `Content-Type: text/plain\r\n\r\n${text}`)],
    ['as a part before the HTML', parted('related', attached, `Content-Type: text/html\r\n\r\n${words}`)],
  ])('A mail with 2 MB of pictures %s keeps its words', async (_where, raw) => {
    const [offer, ...others] = extractOffers(await parseMail(Buffer.from(raw)));
    expect(others).toEqual([]);
    expect(offer).toMatchObject({ link, price: '$45,000' });
    expect(offer?.details.replaceAll(/^\[.*\]\s*/g, '')).toBe(
      '3 bedroom house at 12 Elm St, as-is\n$45,000\nDetroit, MI 48204',
    );
  });
});
