import { escapeHtml } from '#server/lib/html/escape-html.ts';

/** Markup that needs no more escaping. */
export type Html = { html: string };
type HtmlValue = string | number | Html | Html[];

/** Markup with values in it: texts are escaped, markup is inserted unchanged. */
export function html(markup: TemplateStringsArray, ...values: HtmlValue[]): Html {
  const texts = values.map((value) => {
    if (Array.isArray(value)) return value.map((one) => one.html).join('');
    return typeof value === 'object' ? value.html : escapeHtml(String(value));
  });
  return { html: markup.reduce((whole, piece, index) => whole + (texts[index - 1] ?? '') + piece) };
}

const buttonStyle =
  'display:inline-block;padding:10px 18px;border-radius:8px;background:#0f5c4d;color:#ffffff;text-decoration:none';

export function renderButton(address: string, label: string): Html {
  return html`<p style="margin:24px 0"><a href="${address}" style="${buttonStyle}">${label}</a></p>`;
}

const pageStyle = 'margin:0;padding:24px;background:#f4f5f2;color:#1c211f;font:16px/1.5 system-ui,sans-serif';
const cardStyle = 'max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:12px';
const footerStyle = 'margin:24px 0 0;color:#5a625f;font-size:13px';

/** A whole mail: `body` in a card, and below it why it was sent and how to change that. */
export function renderLayout(title: string, body: Html, footer: Html): string {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head><body style="${pageStyle}"><div role="main" style="${cardStyle}">${body}<p style="${footerStyle}">${footer}</p></div></body></html>`
    .html;
}
