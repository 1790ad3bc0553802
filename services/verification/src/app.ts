import type { BusinessCalendar } from '@trust/business-calendar/calendar';
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

/** `casesPerOperator`: open cases in which one operator can hold unfinished duties. */
export type App = BaseApp<DB> & { calendar: BusinessCalendar; casesPerOperator: number };

export const route = routeFor<App>();
export const command = commandFor<App>();
export const on = onFor<App>();
export const projection = projectionFor<App>();
export const audit = refuseErased(auditFor('verification'));
