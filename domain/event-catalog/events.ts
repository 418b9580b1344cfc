import type { AccessEvent } from '#domain/sign-in/events.ts';
import type { AlertEvent } from '#domain/alert/events.ts';
import type { AnnouncementEvent } from '#domain/announcement/events.ts';
import type { InstallationEvent } from '#domain/installation/events.ts';
import type { ListingEvent } from '#domain/listing/events.ts';
import type { MarkEvent } from '#domain/member-listing/events.ts';
import type { SealEvent } from '#domain/log-seal/events.ts';
import type { PictureEvent } from '#domain/picture/events.ts';
import type { SourceEvent } from '#domain/source/events.ts';
import type { SubscriptionEvent } from '#domain/subscription/events.ts';
import type { DeadLetterEvent } from '#domain/dead-letter/events.ts';
import type { EmailEvent, UserEvent } from '#domain/user/events.ts';
import type { VisitEvent } from '#domain/visit/events.ts';
import type { WorkflowEvent } from '#domain/workflow-log/events.ts';

/** Every event type of the log. */
export type DomainEvent =
  | UserEvent
  | EmailEvent
  | AccessEvent
  | ListingEvent
  | AlertEvent
  | MarkEvent
  | PictureEvent
  | AnnouncementEvent
  | VisitEvent
  | SourceEvent
  | SubscriptionEvent
  | DeadLetterEvent
  | SealEvent
  | InstallationEvent
  | WorkflowEvent;
