import type { AccessEvent } from './access/events.ts';
import type { AlertEvent } from './alert/events.ts';
import type { AnnouncementEvent } from './announcement/events.ts';
import type { ListingEvent } from './listing/events.ts';
import type { SealEvent } from './seal/events.ts';
import type { SourceEvent } from './source/events.ts';
import type { DeadLetterEvent } from './dead-letter/events.ts';
import type { EmailEvent, UserEvent } from './user/events.ts';
import type { VisitEvent } from './visit/events.ts';
import type { WorkflowEvent } from './workflow-log/events.ts';

/** Every fact that can stand in the log. */
export type DomainEvent =
  | UserEvent
  | EmailEvent
  | AccessEvent
  | ListingEvent
  | AlertEvent
  | AnnouncementEvent
  | VisitEvent
  | SourceEvent
  | DeadLetterEvent
  | SealEvent
  | WorkflowEvent;
