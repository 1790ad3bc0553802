import type { BusinessCalendar } from '@trust/business-calendar/calendar';
import type { Actor } from '@trust/contracts/actor';
import type { TargetedOverride } from '@trust/contracts/events/operations';
import { refuseErased } from '@trust/personal-data/erased-people';
import type { BaseApp } from '@trust/service-kit/app';
import { auditFor } from '@trust/service-kit/audit/audit';
import { commandFor } from '@trust/service-kit/http/command';
import { routeFor } from '@trust/service-kit/http/route';
import { projectionFor } from '@trust/service-kit/inbox/projection';
import { onFor } from '@trust/service-kit/inbox/subscription';
import type { Kysely, Transaction } from 'kysely';
import type { DB } from './db/schema.ts';

export type Db = Kysely<DB>;
export type Trx = Transaction<DB>;
export type App = BaseApp<DB> & {
  calendar: BusinessCalendar;
  /** Events that this service has not applied yet. */
  consumerLag: () => Promise<number>;
  /** How often a stream reads the state, and how long it lasts. */
  streamTimes: { everyMs: number; lifetimeMs: number };
  openStreams: OpenStreams;
  /** Open escalations, incidents and field work that one operator gets automatically. */
  workPerOperator: number;
  /** Approvals that an override needs, by kind; two for a kind that is not named. */
  overrideApprovals: { readonly [Kind in 'publication-gate' | TargetedOverride]?: number | undefined };
};

export type EndedSessions = { sessionId?: string; userId?: string };

/** The connections of this replica that outlast the check of their session. */
export type OpenStreams = {
  readonly count: number;
  /** `signal` aborts when the session of the actor ends or the roles change. */
  open(actor: Actor): { signal: AbortSignal } & Disposable;
  end(ended: EndedSessions): void;
};

export const route = routeFor<App>();
export const command = commandFor<App>();
export const on = onFor<App>();
export const projection = projectionFor<App>();
export const audit = refuseErased(auditFor('operations'));
