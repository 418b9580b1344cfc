import { html, type Html, renderLayout } from './templates/html.ts';

const buttonStyle =
  'padding:10px 18px;border:0;border-radius:8px;background:#0f5c4d;color:#ffffff;font:inherit;cursor:pointer';
const title = 'Off-Market Scout';
const signInLink = html`<a href="/auth">Go to the sign-in page</a>`;

/** The pages behind the link that takes a change of address back. */
export const emailChangePage = {
  /** Its button posts to `path`, the path of the page itself. */
  asking: (email: string, path: string): string =>
    render(
      html`<p>Use ${email} for your account again? All devices will be signed out, and we’ll email you a temporary password.</p><form method="post" action="${path}"><button style="${buttonStyle}">Take the change back</button></form>`,
    ),
  done: (email: string): string =>
    render(
      html`<p role="status">Your account uses ${email} again, and all devices are signed out. We’ve emailed you a temporary password: sign in with it and choose a new one.</p>`,
    ),
  taken: (): string =>
    render(html`<p role="alert">Another account uses this address by now, so the change can’t be taken back.</p>`),
  expired: (): string =>
    render(html`<p role="alert">This link was already used, or is older than 7 days. Nothing was changed.</p>`),
  invalid: (): string => render(html`<p role="alert">This link is invalid or incomplete.</p>`),
};

function render(body: Html): string {
  return renderLayout(title, html`<h1>${title}</h1>${body}`, signInLink);
}
