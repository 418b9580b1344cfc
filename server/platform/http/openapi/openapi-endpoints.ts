import * as z from 'zod';
import { pushKey } from '#domain/alert/push.contract.ts';
import { announcementView } from '#domain/announcement/contract.ts';
import { deadLetterView, resendAllResult } from '#domain/dead-letter/contract.ts';
import { historyDetails, historyEvent, verification } from '#domain/history/contract.ts';
import { listingView } from '#domain/listing/contract.ts';
import { manualEntryOutcome } from '#domain/listing/manual-entry.contract.ts';
import { foundListing } from '#domain/listing/found-listings.contract.ts';
import { chosenListing, matchExplanation } from '#domain/matching/match-explanation.contract.ts';
import { matchPreview } from '#domain/matching/preview.contract.ts';
import { reviewDecision, reviewItem } from '#domain/review/review.contract.ts';
import { ownMatchExplanation } from '#domain/matching/own-match-explanation.contract.ts';
import { offerForm, offerReceipt, ownerOfferView } from '#domain/owner-offer/contract.ts';
import { scoutActivity } from '#domain/matching/scout-activity.contract.ts';
import { scoutView, sourceView, dryRunResult } from '#domain/source/contract.ts';
import { asOfAnswer, membersAsOf } from '#domain/point-in-time/contract.ts';
import { checkout } from '#domain/user/checkout.contract.ts';
import { adminUserView, userView } from '#domain/user/contract.ts';
import { importProgress, importResult } from '#domain/user/import.contract.ts';
import { availableWeek, visitorStatsView, visitorView, weekStats } from '#domain/visit/admin.contract.ts';
import { workflowLogEntry } from '#domain/workflow-log/contract.ts';

/** Properties of an endpoint that the table of routes lacks: its answer, its query, and its further errors. */
export type EndpointDetails = {
  answer?: z.ZodType;
  also?: 201 | 202;
  query?: string[];
  refuses?: number[];
  types?: string[];
};

const page = ['limit', 'cursor'];
const moment = ['position', 'at', 'history'];
const inHistory = ['person', 'stream', 'type', 'from', 'to', 'q'];
const filters = ['maxPrice', 'mileageRadius', 'zipCode', 'includeMobileHomes', 'includeRawLand', 'includeTinyHomes'];
const user = { answer: userView };
const row = { answer: adminUserView };
const source = { answer: sourceView };

/** By method and path, as in the table of routes. */
export const endpointDetails: Record<string, EndpointDetails> = {
  'GET /api/user': user,
  'POST /api/register': { ...user, refuses: [409, 429] },
  'POST /api/login': { ...user, refuses: [401, 429] },
  'PATCH /api/profile': user,
  'PATCH /api/profile/credentials': user,
  'POST /api/forgot-password': { answer: z.object({ message: z.string() }), refuses: [429] },
  'POST /api/request-higher-limit': user,
  'GET /api/announcements/latest': { answer: announcementView },
  'POST /api/admin/announcements': { answer: announcementView },
  'POST /api/visitors/track': { refuses: [429] },
  'GET /api/admin/visitors/available-weeks': { answer: z.array(availableWeek) },
  'GET /api/admin/visitors/stats': { answer: visitorStatsView },
  'GET /api/admin/visitors/stats/week/:offset': { answer: weekStats, refuses: [400] },
  'GET /api/admin/visitors/by-week/:offset': { answer: z.array(visitorView), refuses: [400] },
  'GET /api/admin/visitors/recent': { answer: z.array(visitorView) },
  'GET /api/admin/visitors': { answer: z.array(visitorView), query: page },
  'GET /api/listings/recent': { answer: z.array(listingView) },
  'GET /api/listings/preview': { answer: matchPreview, query: filters },
  'GET /api/listings/:id/why': { answer: ownMatchExplanation },
  'GET /api/admin/listings': { answer: z.array(foundListing), query: [...page, 'q', 'state', 'type', 'source'] },
  'POST /api/admin/listings': { answer: manualEntryOutcome, also: 201, query: ['dryRun'] },
  'GET /api/admin/why': { answer: matchExplanation, query: ['listing', 'user', 'as_of'], refuses: [404] },
  'GET /api/admin/why/listings': { answer: z.array(chosenListing), query: ['q'] },
  'GET /api/scouting': { answer: scoutActivity },
  'GET /api/admin/scout': { answer: scoutView },
  'GET /api/admin/sources': { answer: z.array(sourceView) },
  'POST /api/admin/sources/:id/pause': source,
  'POST /api/admin/sources/:id/resume': source,
  'POST /api/admin/sources/:id/run': { ...source, also: 202 },
  'POST /api/admin/sources/:id/try': { answer: dryRunResult },
  'GET /api/admin/dead-letters': { answer: z.array(deadLetterView), query: page },
  'POST /api/admin/dead-letters/resend': { answer: resendAllResult },
  'GET /api/admin/review': { answer: z.array(reviewItem), query: page },
  'POST /api/admin/review/:id': { answer: reviewDecision },
  'GET /api/sell': { answer: offerForm },
  'POST /api/sell': { answer: offerReceipt, refuses: [409, 429] },
  'GET /api/offers/:id': { answer: ownerOfferView, refuses: [403] },
  'GET /api/checkout': { answer: checkout },
  'GET /api/push/key': { answer: pushKey },
  'POST /api/admin/users/import': { answer: importResult, query: ['dryRun'] },
  'GET /api/admin/users/import/progress': { answer: importProgress },
  'GET /api/admin/users': { answer: z.array(adminUserView), query: [...page, 'sort', 'q'] },
  'PATCH /api/admin/users/:id/membership': row,
  'PATCH /api/admin/users/:id/member-since': row,
  'PATCH /api/admin/users/:id/listings': row,
  'PATCH /api/admin/users/:id/higher-limit': row,
  'PATCH /api/admin/users/:id/role': row,
  'POST /api/admin/users/:id/password/reveal': { answer: z.object({ password: z.string() }) },
  'GET /api/admin/workflow-logs': { answer: z.array(workflowLogEntry), query: [...page, 'sort', 'q'] },
  'POST /api/admin/workflow-logs': { answer: workflowLogEntry },
  'GET /api/admin/history': { answer: z.array(historyEvent), query: [...page, 'after', ...inHistory] },
  'GET /api/admin/history/:position': { answer: historyDetails },
  'GET /api/admin/history/export': {
    query: ['format', ...inHistory],
    types: ['application/x-ndjson', 'text/csv'],
  },
  'GET /api/admin/history/verification': { answer: verification },
  'POST /api/admin/history/verification': { answer: verification },
  'GET /api/admin/history/as-of': {
    answer: asOfAnswer,
    query: ['user', 'listing', 'announcement', ...moment],
    refuses: [404],
  },
  'POST /api/admin/history/members': { answer: membersAsOf },
  'GET /api/admin/history/members/:id': { answer: membersAsOf },
  'GET /api/admin/history/members/:id/rows': {
    answer: z.array(adminUserView),
    query: [...page, 'sort', 'q'],
    refuses: [409],
  },
};
