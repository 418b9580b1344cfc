import * as z from 'zod';
import { pushKey } from '#domain/alert/push.contract.ts';
import { announcementView } from '#domain/announcement/contract.ts';
import { deadLetterView, resendAllResult, resendResult } from '#domain/dead-letter/contract.ts';
import { historyDetails, historyEvent, verification } from '#domain/history/contract.ts';
import { listingView } from '#domain/listing/contract.ts';
import { manualEntryOutcome } from '#domain/listing/manual-entry.contract.ts';
import { foundListing } from '#domain/listing/found-listings.contract.ts';
import { chosenListing, matchExplanation } from '#domain/matching/match-explanation.contract.ts';
import { matchPreview, previewQuery } from '#domain/matching/preview.contract.ts';
import { reviewDecision, reviewItem } from '#domain/review/review.contract.ts';
import { ownMatchExplanation } from '#domain/matching/own-match-explanation.contract.ts';
import { offerForm, offerReceipt, ownerOfferView } from '#domain/owner-offer/contract.ts';
import { scoutActivity } from '#domain/matching/scout-activity.contract.ts';
import { scoutView, sourceView, dryRunResult } from '#domain/source/contract.ts';
import { asOfAnswer, membersAsOf } from '#domain/point-in-time/contract.ts';
import { checkout } from '#domain/subscription/checkout.contract.ts';
import { adminUserView, userView } from '#domain/user/contract.ts';
import { importProgress, importResult } from '#domain/user/import.contract.ts';
import { availableWeek, visitorStatsView, visitorView, weekStats } from '#domain/visit/admin.contract.ts';
import { workflowLogEntry } from '#domain/workflow-log/contract.ts';

/** Properties of an endpoint that the table of routes lacks: its answer, its query, and its further errors. */
export type EndpointDetails = {
  response?: z.ZodType;
  otherStatus?: 201 | 202;
  query?: string[];
  errorStatuses?: number[];
  types?: string[];
};

const page = ['limit', 'cursor'];
const moment = ['position', 'at', 'history'];
const inHistory = ['person', 'stream', 'type', 'from', 'to', 'q'];
const user = { response: userView };
const row = { response: adminUserView };
const source = { response: sourceView };

/** By method and path, as in the table of routes. */
export const endpointDetails: Record<string, EndpointDetails> = {
  'GET /api/user': user,
  'POST /api/register': { ...user, errorStatuses: [409, 429] },
  'POST /api/login': { ...user, errorStatuses: [401, 429] },
  'PATCH /api/profile': user,
  'PATCH /api/profile/credentials': user,
  'POST /api/forgot-password': { response: z.object({ message: z.string() }), errorStatuses: [429] },
  'POST /api/request-higher-limit': user,
  'GET /api/announcements/latest': { response: announcementView },
  'POST /api/admin/announcements': { response: announcementView },
  'POST /api/visitors/track': { errorStatuses: [429] },
  'GET /api/admin/visitors/available-weeks': { response: z.array(availableWeek) },
  'GET /api/admin/visitors/stats': { response: visitorStatsView },
  'GET /api/admin/visitors/stats/week/:offset': { response: weekStats, errorStatuses: [400] },
  'GET /api/admin/visitors/by-week/:offset': { response: z.array(visitorView), errorStatuses: [400] },
  'GET /api/admin/visitors/recent': { response: z.array(visitorView) },
  'GET /api/admin/visitors': { response: z.array(visitorView), query: page },
  'GET /api/listings/recent': { response: z.array(listingView) },
  'GET /api/listings/preview': { response: matchPreview, query: Object.keys(previewQuery.shape) },
  'GET /api/listings/:id/why': { response: ownMatchExplanation },
  'GET /api/admin/listings': { response: z.array(foundListing), query: [...page, 'q', 'state', 'type', 'source'] },
  'POST /api/admin/listings': { response: manualEntryOutcome, otherStatus: 201, query: ['dryRun'] },
  'GET /api/admin/why': { response: matchExplanation, query: ['listing', 'user', 'as_of'], errorStatuses: [404] },
  'GET /api/admin/why/listings': { response: z.array(chosenListing), query: ['q'] },
  'GET /api/scouting': { response: scoutActivity },
  'GET /api/admin/scout': { response: scoutView },
  'GET /api/admin/sources': { response: z.array(sourceView) },
  'POST /api/admin/sources/:id/pause': source,
  'POST /api/admin/sources/:id/resume': source,
  'POST /api/admin/sources/:id/run': { ...source, otherStatus: 202 },
  'POST /api/admin/sources/:id/try': { response: dryRunResult },
  'GET /api/admin/dead-letters': { response: z.array(deadLetterView), query: page },
  'POST /api/admin/dead-letters/resend': { response: resendAllResult },
  'POST /api/admin/dead-letters/:id/resend': { response: resendResult, otherStatus: 202 },
  'GET /api/admin/review': { response: z.array(reviewItem), query: page },
  'POST /api/admin/review/:id': { response: reviewDecision },
  'GET /api/sell': { response: offerForm },
  'POST /api/sell': { response: offerReceipt, errorStatuses: [409, 429] },
  'GET /api/offers/:id': { response: ownerOfferView, errorStatuses: [403] },
  'GET /api/checkout': { response: checkout },
  'GET /api/push/key': { response: pushKey },
  'POST /api/admin/users/import': { response: importResult, query: ['dryRun'] },
  'GET /api/admin/users/import/progress': { response: importProgress },
  'GET /api/admin/users': { response: z.array(adminUserView), query: [...page, 'sort', 'q', 'ids'] },
  'PATCH /api/admin/users/:id/membership': row,
  'PATCH /api/admin/users/:id/member-since': row,
  'PATCH /api/admin/users/:id/listings': row,
  'PATCH /api/admin/users/:id/higher-limit': row,
  'PATCH /api/admin/users/:id/role': row,
  'POST /api/admin/users/:id/password/reveal': { response: z.object({ password: z.string() }) },
  'GET /api/admin/workflow-logs': { response: z.array(workflowLogEntry), query: [...page, 'sort', 'q'] },
  'POST /api/admin/workflow-logs': { response: workflowLogEntry },
  'GET /api/admin/history': { response: z.array(historyEvent), query: [...page, 'after', ...inHistory] },
  'GET /api/admin/history/:position': { response: historyDetails },
  'GET /api/admin/history/export': {
    query: ['format', ...inHistory],
    types: ['application/x-ndjson', 'text/csv'],
  },
  'GET /api/admin/history/verification': { response: verification },
  'POST /api/admin/history/verification': { response: verification },
  'GET /api/admin/history/as-of': {
    response: asOfAnswer,
    query: ['user', 'listing', 'announcement', ...moment],
    errorStatuses: [404],
  },
  'POST /api/admin/history/members': { response: membersAsOf },
  'GET /api/admin/history/members/:id': { response: membersAsOf },
  'GET /api/admin/history/members/:id/rows': {
    response: z.array(adminUserView),
    query: [...page, 'sort', 'q'],
    errorStatuses: [409],
  },
};
