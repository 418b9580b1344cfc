import type { MailAction } from './signed-links.ts';
import { html, type Html } from './templates/html.ts';

type ActionTexts = { heading: string; question: string; label: string; doneHeading: string; done: string };

const actionTexts: Record<MailAction, ActionTexts> = {
  unsubscribe: {
    heading: 'Unsubscribe from listing emails?',
    question: 'Your dashboard still shows new listings.',
    label: 'Unsubscribe',
    doneHeading: 'You’re unsubscribed.',
    done: 'Your dashboard still shows new listings.',
  },
  resume: {
    heading: 'Get listing emails again?',
    question: 'We email you about each listing that matches your filters.',
    label: 'Resubscribe',
    doneHeading: 'You’re subscribed to listing emails again.',
    done: 'We email you about listings that match your filters.',
  },
  daily: {
    heading: 'Switch to a daily digest?',
    question: 'You’ll get one email each morning instead of one for each match.',
    label: 'Switch to daily',
    doneHeading: 'Switched to a daily digest.',
    done: 'You’ll now get your new listings in one email each morning.',
  },
};

/** The pages behind a mail's links, which need no sign-in. */
export const mailPages = {
  /** Its button posts to `path`, the path of the page itself. */
  asking: (action: MailAction, path: string): string => {
    const { heading, question, label } = actionTexts[action];
    return renderPage(heading, html`<p class="intro">${question}</p>${renderForm(path, label)}`);
  },
  done: (action: MailAction, resume: string): string => {
    const { doneHeading, done } = actionTexts[action];
    const back = action === 'unsubscribe' ? renderForm(resume, actionTexts.resume.label) : '';
    return renderPage(doneHeading, html`<p class="intro" role="status">${done}</p>${back}`);
  },
  problem: (sentence: string): string =>
    renderPage(
      'Link not found',
      html`<p class="intro">${sentence}</p><p>Open the latest email from us and use its link, or change your emails on the dashboard.</p>`,
    ),
};

/** A page of its own that looks like the product. */
export function renderPage(heading: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${heading} · Off-Market Scout</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/public-page.css">
  </head>
  <body>
    <header><p><img src="/favicon.svg" alt="" width="32" height="32">Off-Market Scout</p></header>
    <main><h1>${heading}</h1>${body}<p><a href="/">Open the dashboard</a></p></main>
  </body>
</html>
`.html;
}

export function renderForm(to: string, label: string): Html {
  return html`<form method="post" action="${to}"><button type="submit">${label}</button></form>`;
}
