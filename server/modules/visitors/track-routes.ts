import type { Request } from 'express';
import { isbot } from 'isbot';
import { v5 as uuidV5 } from 'uuid';
import { visitStream } from '#domain/event-catalog/streams.ts';
import { visit } from '#domain/visit/decider.ts';
import { visitEndpoints } from '#domain/visit/contract.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { CommandHandler } from '#server/platform/commands/command-handler.ts';
import {
  getClientAddress,
  normalizeAddress,
  parseClientAddress,
} from '#server/platform/http/middleware/client-address.ts';
import type { RateLimits } from '#server/platform/http/middleware/rate-limits.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import { lookupIp } from './geoip.ts';

const namespace = '0d9c6f52-6c39-5c5f-9a53-8a4f7a1be6d0';
const maxAgentLength = 500;
const maxReferrerLength = 1000;

export type TrackDeps = {
  handle: CommandHandler;
  limits: Pick<RateLimits, 'visit'>;
  config: Pick<Config, 'publicUrl'>;
};

/** Counts a load of the login page. Robots that name themselves are not counted. */
export function trackRoutes({ limits, handle, config }: TrackDeps): Route[] {
  return [
    route(visitEndpoints.trackVisit, async ({ request, body, sender }) => {
      await limits.visit(getClientAddress(request));
      const userAgent = request.get('user-agent') ?? null;
      if (isbot(userAgent)) return;
      const visitId = uuidV5(sender.commandId, namespace);
      const ipAddress = normalizeAddress(parseClientAddress(request) ?? '');
      const data = {
        visitId,
        ipAddress,
        ...(await lookupIp(ipAddress)),
        userAgent: userAgent?.slice(0, maxAgentLength) ?? null,
        referrer: cleanReferrer(body?.referrer, getOwnOrigin(request, config.publicUrl)),
      };
      await handle(visit, visitStream(visitId), { type: 'Record', data }, { ...sender, isNew: true });
    }),
  ];
}

function getOwnOrigin(request: Request, publicUrl: string | null): string {
  return publicUrl ?? `${request.protocol}://${request.get('host') ?? ''}`;
}

/** Null for the site's own pages, and for anything that is not a web address. */
function cleanReferrer(referrer: string | null | undefined, own: string): string | null {
  if (!referrer || !URL.canParse(referrer)) return null;
  const { protocol, origin } = new URL(referrer);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && origin !== parseOrigin(own) ? referrer.slice(0, maxReferrerLength) : null;
}

function parseOrigin(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null;
}
