/**
 * Stream `visit-<visitId>`: one load of the login page. Unknown texts are null; `state` is a two-letter code. Stream
 * `forgotten-<first of the ids>`: visits whose personal data was removed; the ids are those of the list of visitors.
 */
export type VisitEvent =
  | {
      type: 'VisitRecorded';
      data: {
        visitId: string;
        ipAddress: string;
        userAgent: string | null;
        state: string | null;
        city: string | null;
        country: string;
        referrer: string | null;
      };
    }
  | { type: 'VisitsForgotten'; data: { ids: string[] } };
