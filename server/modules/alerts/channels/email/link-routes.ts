import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';
import { userStream } from '#domain/event-catalog/streams.ts';
import { Rejected } from '#domain/shared/decider.ts';
import type { UserCommandData } from '#domain/user/commands.ts';
import { user as users } from '#domain/user/decider.ts';
import type { CommandDeps } from '#server/platform/commands/command-handler.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { sendPublicPage } from '#server/platform/http/public-page.ts';
import { type MachineRoute, machineRoute } from '#server/platform/http/routing/route.ts';
import { type MailAction, mailActions, mailLinkPath, type MailLinks } from './signed-links.ts';
import { mailPages } from './mail-pages.ts';

type DeliveryChanges = UserCommandData<'UpdateDelivery'>['changes'];

/** Of all searches of the member. */
const changesByAction: Record<MailAction, DeliveryChanges> = {
  unsubscribe: { alertMails: false },
  resume: { alertMails: true },
  daily: { alertMails: true, notificationPreference: 'daily' },
  immediate: { notificationPreference: 'immediate' },
  'stop-weekly': { weeklySummary: false },
  'resume-weekly': { weeklySummary: true },
};

const page = { path: mailLinkPath, access: 'machine', responseTypes: ['text/html'] } as const;
const linkEndpoints = defineEndpoints('Email links', {
  askToChangeMails: { ...page, method: 'get' },
  changeMails: { ...page, method: 'post' },
});

type MailLinkRoutesDeps = { context: CommandDeps; links: MailLinks };

/**
 * Handles the links in emails. A GET only shows a confirmation page, because mail scanners open every link; a POST
 * applies the change, from that page or from a mail client's own button (RFC 8058). The signature is the only
 * authorization.
 */
export function mailLinkRoutes({ context, links }: MailLinkRoutesDeps): MachineRoute[] {
  return [
    machineRoute(linkEndpoints.askToChangeMails, (request, response) =>
      answerWithPage(request, response, () => {
        const { action, userId } = verifyLink(request, links);
        return mailPages.asking(action, links.pathFor(action, userId));
      }),
    ),

    machineRoute(linkEndpoints.changeMails, (request, response) =>
      answerWithPage(request, response, async () => {
        const { action, userId } = verifyLink(request, links);
        await applyAction(context, userId, changesByAction[action]);
        return mailPages.done(action, (back) => links.pathFor(back, userId));
      }),
    ),
  ];
}

function verifyLink({ params }: Request, links: MailLinks): { action: MailAction; userId: string } {
  const [name, userId, signature] = ['action', 'userId', 'signature'].map((key) => String(params[key]));
  const action = mailActions.find((known) => known === name);
  if (!action || !userId || !signature || !links.isGenuine(action, userId, signature)) {
    throw new HttpError(404, 'This link is invalid or incomplete.');
  }
  return { action, userId };
}

async function applyAction(
  { handle, waitForProjections }: CommandDeps,
  userId: string,
  changes: DeliveryChanges,
): Promise<void> {
  const command = { type: 'UpdateDelivery', data: { userId, changes } } as const;
  try {
    const { position } = await handle(users, userStream(userId), command, { actor: userId, commandId: randomUUID() });
    await waitForProjections(position);
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    throw new HttpError(404, 'This account no longer exists and gets no emails.');
  }
}

/** A browser gets a page for a refusal too, a mail program the sentence. */
async function answerWithPage(
  request: Request,
  response: Response,
  render: () => string | Promise<string>,
): Promise<void> {
  try {
    sendPublicPage(request, response, await render());
  } catch (error) {
    const isPage = request.accepts(['text/plain', 'text/html']) === 'text/html';
    if (!isPage || !(error instanceof HttpError)) throw error;
    sendPublicPage(request, response.status(error.status), mailPages.problem(error.message));
  }
}
