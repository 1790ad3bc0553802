import { refuseErased } from '@trust/personal-data/erased-people';
import type { BaseApp } from '@trust/service-kit/app';
import { auditFor } from '@trust/service-kit/audit/audit';
import { routeFor } from '@trust/service-kit/http/route';
import { projectionFor } from '@trust/service-kit/inbox/projection';
import { onFor } from '@trust/service-kit/inbox/subscription';
import type { Kysely, Transaction } from 'kysely';
import type { DB } from './db/schema.ts';
import type { Examiner } from './examiner.ts';
import type { ObjectStore, PartReceiver } from './object-store.ts';
import type { Scanner } from './scanner.ts';

export type Db = Kysely<DB>;
export type Trx = Transaction<DB>;

/** Counts the sends under way, and throws 429 for one too many. */
export type ConcurrentSends = {
  enter(send: Record<'part' | 'intent' | 'provider' | 'person', string>): Disposable;
};

export type App = BaseApp<DB> & {
  store: ObjectStore;
  /** Set where clients cannot send parts to the store itself. */
  receiver: PartReceiver | undefined;
  sends: ConcurrentSends;
  /** Without a scanner no document ever becomes readable (promise U3). */
  scanner: Scanner | undefined;
  examiner: Examiner;
  publicUrl: string;
  contentSecret: string;
  /** Per provider (promise U8). */
  quotaBytes: number;
  maxStoreMismatches: number;
  /** Of each run of the sweep, in each area of the store. */
  sweepRequests: number;
  /** Names of uploads that the store has reported. Lost with the process: the sweep finds all. */
  reportedUploads: Set<string>;
};

export const route = routeFor<App>();
export const on = onFor<App>();
export const projection = projectionFor<App>();
export const audit = refuseErased(auditFor('evidence'));
