import { describe, expect, it } from 'vitest';
import { createListingView } from '#domain/alert/testing/examples.ts';
import { renderTelegramText } from './telegram-text.ts';

const renderListing = (changes: Parameters<typeof createListingView>[0]) =>
  renderTelegramText({ kind: 'alerts', listings: [createListingView(changes)], total: 1, isDaily: false }, '');

describe('the text of an alert by Telegram', () => {
  it('The text of an alert by Telegram tells by how much a price dropped', () => {
    const text = renderListing({ kind: 'price drop', price: 16_000, previousPrice: 18_500 });
    expect(text).toContain('<b>$18,500 -&gt; $16,000, down 14%</b>');
  });

  it('The text of an alert by Telegram never ends in half of a character, which Telegram refuses', () => {
    const text = renderListing({ title: `${'x'.repeat(149)}\u{1F3E1} with a yard` });
    expect(text.isWellFormed()).toBe(true);
  });
});
