import type { BusinessCalendar } from '@trust/business-calendar/calendar';
import type { BaseApp } from '@trust/service-kit/app';
import { auditFor } from '@trust/service-kit/audit/audit';
import { routeFor } from '@trust/service-kit/http/route';
import { onFor } from '@trust/service-kit/inbox/subscription';
import type { Kysely, Transaction } from 'kysely';
import type { DB } from './db/schema.ts';
import type { ApprovalsNeeded } from './interventions/overrides/approvals-needed.ts';
import type { OpenStreams } from './overview/mission-control/open-streams.ts';
import type { StreamTimes } from './overview/mission-control/state-stream.ts';

export type Db = Kysely<DB>;
export type Trx = Transaction<DB>;
export type App = BaseApp<DB> & {
  calendar: BusinessCalendar;
  /** Events that this service has not applied yet. */
  consumerLag: () => Promise<number>;
  streamTimes: StreamTimes;
  openStreams: OpenStreams;
  /** Open escalations, incidents and field work that one operator gets automatically. */
  workPerOperator: number;
  overrideApprovals: ApprovalsNeeded;
};

export const route = routeFor<App>();
export const on = onFor<App>();
export const audit = auditFor('operations');
