import type { BaseApp } from '@trust/service-kit/app';
import { auditFor } from '@trust/service-kit/audit/audit';
import { onFor } from '@trust/service-kit/events/consume';
import { routeFor } from '@trust/service-kit/http/route';
import type { Kysely, Transaction } from 'kysely';
import type { DB } from './db/schema.ts';
import type { Examiner } from './examination/examiner.ts';
import type { Scanner } from './scanning/scanner.ts';
import type { PartReceiver } from './storage/folder-store.ts';
import type { ObjectStore } from './storage/object-store.ts';
import type { ConcurrentSends } from './upload-intents/sending/concurrent-sends.ts';

export type Db = Kysely<DB>;
export type Trx = Transaction<DB>;

export type App = BaseApp<DB> & {
  store: ObjectStore;
  /** Where the store has no address of its own that clients could send parts to. */
  receiver: PartReceiver | undefined;
  /** How many parts are on their way to the receiver. */
  sends: ConcurrentSends;
  /** Without one nothing is ever scanned, and so nothing is ever readable (promise U3). */
  scanner: Scanner | undefined;
  /** Opens what the scanner found nothing in (promise U4). */
  examiner: Examiner;
  /** Where clients reach the gateway. */
  publicUrl: string;
  /** Of the index of equal documents. */
  contentSecret: string;
  /** Of one provider (promise U8). */
  quotaBytes: number;
  /** So many differences between store and tables at once are believed; more are a store that is not right (promise U7). */
  lossesBelieved: number;
};

export const route = routeFor<App>();
export const on = onFor<App>();
export const audit = auditFor('evidence');
