import { renderForm, renderPage } from './mail-pages.ts';
import { html } from './templates/html.ts';

/** The pages behind the link that takes a change of address back. */
export const emailChangePage = {
  /** Its button posts to `path`, the path of the page itself. */
  asking: (email: string, path: string): string =>
    renderPage(
      'Take the change back?',
      html`<p class="intro">Use ${email} for your account again? All devices will be signed out, your password will stop working, and we’ll email you a temporary one.</p>${renderForm(path, 'Take the change back')}`,
    ),
  done: (email: string): string =>
    renderPage(
      'The change was taken back.',
      html`<p class="intro" role="status">Your account uses ${email} again, all devices are signed out, and the password no longer works. We’ve emailed you a temporary one: sign in with it and choose a new one.</p>`,
    ),
  taken: (): string => renderProblem('Another account uses this address by now, so the change can’t be taken back.'),
  expired: (): string => renderProblem('This link was already used, or is older than 7 days. Nothing was changed.'),
  invalid: (): string => renderProblem('This link is invalid or incomplete.'),
};

function renderProblem(sentence: string): string {
  return renderPage('Nothing was changed.', html`<p class="intro" role="alert">${sentence}</p>`);
}
