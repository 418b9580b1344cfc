import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';
import { renderOffer, deliverMail, createOffer, renderMime, mailSecret } from './testing/mail-fixture.ts';

describe('the webhook for emails of listed senders', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      INTAKE_SECRET: mailSecret,
      INTAKE_EMAIL_FROM: 'homes.example, clerk@county.example',
    });
    await server.intake.ready;
  });
  afterAll(() => server.stop());

  it.each([
    ['takes those of a domain below one', 'a@mail.homes.example', 1],
    ['takes those of a listed address', 'CLERK@county.example', 1],
    ['holds those of a neighbour of that address', 'other@county.example', 0],
    ['holds those of a domain that ends alike', 'a@nothomes.example', 0],
    ['is not deceived by a name', '"a@homes.example" <a@evil.example>', 0],
  ])('The webhook for emails of listed senders %s', async (_what, from, accepted) => {
    const { text } = await deliverMail(server.url, renderMime(renderOffer(createOffer()), { from }));
    const answer = JSON.parse(text) as { accepted: number; review: { reason: string }[] };
    expect(answer.accepted).toBe(accepted);
    expect(answer.review).toHaveLength(1 - accepted);
    if (accepted === 0) expect(answer.review[0]?.reason).toMatch(/is not an accepted sender/);
  });
});
