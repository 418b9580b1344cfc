const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as HTML shows it. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** Markup that needs no escaping any more. */
export type Html = { html: string };
type Part = string | number | Html | Html[];

/** Markup with values in it: texts are escaped, markup is taken as it is. */
export function html(markup: TemplateStringsArray, ...values: Part[]): Html {
  const texts = values.map((value) => {
    if (Array.isArray(value)) return value.map((one) => one.html).join('');
    return typeof value === 'object' ? value.html : escaped(String(value));
  });
  return { html: markup.reduce((whole, piece, index) => whole + (texts[index - 1] ?? '') + piece) };
}

const button =
  'display:inline-block;padding:10px 18px;border-radius:8px;background:#0f5c4d;color:#ffffff;text-decoration:none';

export function buttonTo(address: string, label: string): Html {
  return html`<p style="margin:24px 0"><a href="${address}" style="${button}">${label}</a></p>`;
}

const sheet = 'margin:0;padding:24px;background:#f4f5f2;color:#1c211f;font:16px/1.5 system-ui,sans-serif';
const card = 'max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:12px';
const small = 'margin:24px 0 0;color:#5a625f;font-size:13px';

/** A whole mail: `body` in a card, and below it why it came and what can be done about it. */
export function letter(title: string, body: Html, footer: Html): string {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head><body style="${sheet}"><div role="main" style="${card}">${body}<p style="${small}">${footer}</p></div></body></html>`
    .html;
}
