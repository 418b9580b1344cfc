import { describe, expect, it } from 'vitest';
import { whyUntrusted } from './sender-trust.ts';

const sender = 'alerts@mail.homes.example';
const listed = ['homes.example'];
const said = (authentication: string, trusted: string[] = listed) =>
  whyUntrusted({ sender, authentication }, trusted, false);

describe('the sender of a mail', () => {
  it.each([
    ['nothing is said of it', ''],
    ['DMARC knows it', 'Authentication-Results: mx; dmarc=pass header.from=homes.example; spf=fail; dkim=fail'],
    ['SPF knows it', 'Authentication-Results: mx; spf=pass; dkim=fail'],
    ['DKIM knows it', 'Authentication-Results: mx; spf=softfail; dkim=pass header.d=homes.example'],
    ['only one of two was asked', 'Authentication-Results: mx; spf=fail'],
  ])('The sender of a mail is trusted where %s', (_what, authentication) => {
    expect(said(authentication)).toBeNull();
  });

  it.each([
    ['DMARC says no', 'Authentication-Results: mx; spf=pass; dkim=pass; dmarc=FAIL'],
    ['neither SPF nor DKIM knows it', 'Authentication-Results: mx; spf=fail smtp.mailfrom=x; dkim=none'],
  ])('The sender of a mail is not trusted where %s', (_what, authentication) => {
    expect(said(authentication)).toMatch(/does not come from mail\.homes\.example/);
    expect(whyUntrusted({ sender, authentication }, [], true)).toMatch(/does not come from/);
  });

  it('The sender of a mail is trusted without a list where the signed webhook vouches for it', () => {
    expect(whyUntrusted({ sender, authentication: '' }, [], true)).toBeNull();
    expect(said('', [])).toMatch(/^No accepted senders are listed/);
    expect(whyUntrusted({ sender, authentication: '' }, ['other.example'], true)).toMatch(/is not an accepted sender/);
  });
});
