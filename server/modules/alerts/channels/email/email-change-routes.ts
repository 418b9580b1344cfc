import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import { Rejected } from '#domain/shared/decider.ts';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';
import type { EmailChangeId, EmailReversal } from '#server/modules/users/index.ts';
import { sendPublicPage } from '#server/platform/http/public-page.ts';
import { type MachineRoute, machineRoute } from '#server/platform/http/routing/route.ts';
import { emailChangePage } from './email-change-page.ts';
import { emailChangePath, type MailLinks } from './signed-links.ts';

const page = { path: emailChangePath, access: 'machine', responseTypes: ['text/html'] } as const;
const emailChangeEndpoints = defineEndpoints('Email links', {
  askToTakeEmailBack: { ...page, method: 'get' },
  takeEmailBack: { ...page, method: 'post' },
});

type EmailChangeRoutesDeps = { links: MailLinks['emailChange']; reversal: EmailReversal };

/** The link in the mail to a former address. As for all links in mails, a GET only asks, and a POST acts. */
export function emailChangeRoutes({ links, reversal }: EmailChangeRoutesDeps): MachineRoute[] {
  const verify = ({ params }: Request): EmailChangeId | null => {
    const [userId = '', changeId = '', signature = ''] = ['userId', 'changeId', 'signature'].map((key) =>
      String(params[key]),
    );
    return links.isGenuine({ userId, changeId }, signature) ? { userId, changeId } : null;
  };

  return [
    machineRoute(emailChangeEndpoints.askToTakeEmailBack, async (request, response) => {
      const change = verify(request);
      sendPage(request, response, change === null ? invalid : await ask(reversal, change, links.pathFor(change)));
    }),

    machineRoute(emailChangeEndpoints.takeEmailBack, async (request, response) => {
      const change = verify(request);
      sendPage(request, response, change === null ? invalid : await takeBack(reversal, change));
    }),
  ];
}

type Page = { status: number; html: string };

const invalid: Page = { status: 404, html: emailChangePage.invalid() };
const expired: Page = { status: 410, html: emailChangePage.expired() };

async function ask(reversal: EmailReversal, change: EmailChangeId, path: string): Promise<Page> {
  const emailChange = await reversal.find(change);
  return emailChange === null ? expired : { status: 200, html: emailChangePage.asking(emailChange.former, path) };
}

async function takeBack(reversal: EmailReversal, change: EmailChangeId): Promise<Page> {
  try {
    const email = await reversal.takeBack(change, { actor: change.userId, commandId: randomUUID() });
    return email === null ? expired : { status: 200, html: emailChangePage.done(email) };
  } catch (error) {
    if (!(error instanceof Rejected) || error.code !== 'email-taken') throw error;
    return { status: 409, html: emailChangePage.taken() };
  }
}

function sendPage(request: Request, response: Response, { status, html }: Page): void {
  sendPublicPage(request, response.status(status), html);
}
