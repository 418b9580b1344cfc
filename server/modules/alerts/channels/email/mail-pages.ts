import { renderPublicPage } from '#server/platform/http/public-page.ts';
import type { MailAction } from './signed-links.ts';
import { html, type Html } from './templates/html.ts';

type ActionTexts = {
  heading: string;
  question: string;
  label: string;
  doneHeading: string;
  done: string;
  /** What undoes it. */
  back?: MailAction;
};

const actionTexts: Record<MailAction, ActionTexts> = {
  unsubscribe: {
    heading: 'Unsubscribe from listing emails?',
    question: 'Your dashboard still shows new listings.',
    label: 'Unsubscribe',
    doneHeading: 'You’re unsubscribed.',
    done: 'Your dashboard still shows new listings.',
    back: 'resume',
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
    back: 'immediate',
  },
  immediate: {
    heading: 'Switch back from the daily digest?',
    question: 'We’ll email you about each match right away.',
    label: 'Switch back',
    doneHeading: 'Switched back.',
    done: 'We’ll email you about each match right away.',
    back: 'daily',
  },
  'stop-weekly': {
    heading: 'Turn off the weekly summary?',
    question: 'Your other emails stay as they are.',
    label: 'Turn off',
    doneHeading: 'The weekly summary is off.',
    done: 'Your other emails stay as they are.',
    back: 'resume-weekly',
  },
  'resume-weekly': {
    heading: 'Turn the weekly summary on again?',
    question: 'You’ll get it on Mondays at 7 am.',
    label: 'Turn on again',
    doneHeading: 'The weekly summary is on again.',
    done: 'You’ll get it on Mondays at 7 am.',
    back: 'stop-weekly',
  },
};

/** The pages behind a mail's links, which need no sign-in. */
export const mailPages = {
  /** Its button posts to `path`, the path of the page itself. */
  asking: (action: MailAction, path: string): string => {
    const { heading, question, label } = actionTexts[action];
    return renderPage(heading, html`<p class="intro">${question}</p>${renderForm(path, label)}`);
  },
  /** Its button, where it has one, undoes the action. */
  done: (action: MailAction, pathTo: (action: MailAction) => string): string => {
    const { doneHeading, done, back } = actionTexts[action];
    const undo = back === undefined ? '' : renderForm(pathTo(back), actionTexts[back].label);
    return renderPage(doneHeading, html`<p class="intro" role="status">${done}</p>${undo}`);
  },
  problem: (sentence: string): string =>
    renderPage(
      'Link not found',
      html`<p class="intro">${sentence}</p><p>Open the latest email from us and use its link, or change your emails on the dashboard.</p>`,
    ),
};

export function renderPage(heading: string, body: Html): string {
  const main = html`<h1>${heading}</h1>${body}<p><a href="/">Open the dashboard</a></p>`;
  return renderPublicPage(heading, main.html);
}

export function renderForm(to: string, label: string): Html {
  return html`<form method="post" action="${to}"><button type="submit">${label}</button></form>`;
}
