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
  'display:inline-block;padding:12px 22px;border-radius:10px;background:#0f5c4d;color:#ffffff;font-weight:600;text-decoration:none';

export function renderButton(address: string, label: string): Html {
  return html`<p style="margin:24px 0"><a class="button" href="${address}" style="${buttonStyle}">${label}</a></p>`;
}

/** The logo's content id: every mail carries it. */
export const logoCid = 'logo';

const pageStyle =
  'margin:0;padding:24px 12px;background:#f4f5f2;color:#1c211f;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif';
const cardStyle = 'max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:14px';
const headStyle = 'margin:0 0 20px;font-weight:700;line-height:32px';
const footerStyle = 'margin:24px 0 0;padding:16px 0 0;border-top:1px solid #e3e6e2;color:#5a625f;font-size:13px';

/** For mail programs that show mails on a dark ground; the others keep the colors of the elements. */
const darkStyles = html`<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#101614!important;color:#e8eeeb!important}
.card{background:#1a221f!important}
.faint{color:#aab5b0!important}
.link{color:#86dcbc!important}
.button{background:#86dcbc!important;color:#0b2a22!important}
.badge{background:#46371d!important;color:#f3d6a0!important}
.rule{border-color:#35403c!important}
}
</style>`;

/** A whole mail: the logo, `body` in a card, and below it why it was sent and how to change that. */
export function renderLayout(title: string, body: Html, footer: Html): string {
  const head = html`<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${title}</title>${darkStyles}`;
  const logo = html`<img src="cid:${logoCid}" alt="" width="32" height="32" style="vertical-align:middle;margin-right:10px;border:0">`;
  return html`<!doctype html><html lang="en"><head>${head}</head><body class="page" style="${pageStyle}"><div class="card" role="main" style="${cardStyle}"><p style="${headStyle}">${logo}Off-Market Scout</p>${body}<p class="faint rule" style="${footerStyle}">${footer}</p></div></body></html>`
    .html;
}
