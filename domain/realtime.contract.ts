import * as z from 'zod';
import { announcementView } from '#domain/announcement/contract.ts';
import { alertMessage } from '#domain/listing/contract.ts';
import { scoutPassMessage } from '#domain/matching/scout-activity.contract.ts';
import { userView } from '#domain/user/contract.ts';
import { workflowLogEntry } from '#domain/workflow-log/contract.ts';

/** Documents of a view that changed: the queries whose keys start with its name show them. */
const changedMessage = z.object({
  view: z.enum(['users', 'visitors', 'listings', 'scout', 'history', 'overview']),
  ids: z.array(z.string()),
});
export type ChangedMessage = z.infer<typeof changedMessage>;

/** The arguments of every message of the socket. */
export const liveMessages = {
  /** A listing that the user was alerted of just now. */
  alert: z.tuple([alertMessage]),
  /** The user's own account, as `GET /api/user` returns it. */
  user: z.tuple([userView]),
  /** With the ids of the requests that caused it; '' stands for a cause that was no request. */
  changed: z.tuple([changedMessage, z.array(z.string())]),
  'workflow-log': z.tuple([workflowLogEntry]),
  announcement: z.tuple([announcementView]),
  scouted: z.tuple([scoutPassMessage]),
};
type LiveMessages = typeof liveMessages;
export type LiveMessageName = keyof LiveMessages;

export type ServerToClientEvents = { [Name in LiveMessageName]: (...message: z.infer<LiveMessages[Name]>) => void };

/** A page asks whether its connection works; the answer is the present version of the live updates. */
export type ClientToServerEvents = { probe: (answer: (version: string) => void) => void };

/** The messages that each room receives: none that its role may not read over REST. */
export type RoomEvents = {
  user: Pick<ServerToClientEvents, 'alert' | 'user' | 'changed'>;
  admins: Pick<ServerToClientEvents, 'changed'>;
  fullAdmins: Pick<ServerToClientEvents, 'changed' | 'workflow-log'>;
  everyone: Pick<ServerToClientEvents, 'announcement' | 'scouted'>;
};
