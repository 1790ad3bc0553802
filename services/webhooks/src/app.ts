import type { BaseApp } from '@trust/service-kit/app';
import { onFor } from '@trust/service-kit/events/consume';
import { routeFor } from '@trust/service-kit/http/route';
import type { Kysely, Transaction } from 'kysely';
import type { DB } from './db/schema.ts';
import type { OpenSealed } from './deliveries/sealed-content.ts';

export type Db = Kysely<DB>;
export type Trx = Transaction<DB>;

export type App = BaseApp<DB> & {
  /** Reads what identity has sealed for this service. */
  openSealed: OpenSealed;
  /** Where people sign in: a code that an SMS brings is for this host alone. */
  publicHost: string;
};

export const route = routeFor<App>();
export const on = onFor<App>();
