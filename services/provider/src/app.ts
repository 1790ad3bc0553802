import type { BaseApp } from '@trust/service-kit/app';
import { auditFor } from '@trust/service-kit/audit/audit';
import { routeFor } from '@trust/service-kit/http/route';
import { onFor } from '@trust/service-kit/inbox/subscription';
import type { Kysely, Transaction } from 'kysely';
import type { DB } from './db/schema.ts';
import type { Geocoder } from './directory/places/geocoder.ts';
import type { ClaimSigner } from './directory/signing-keys/claim-signer.ts';
import type { Contacts } from './registration/invitations/open-contacts.ts';

export type Db = Kysely<DB>;
export type Trx = Transaction<DB>;

export type App = BaseApp<DB> & { signer: ClaimSigner; geocoder: Geocoder; contacts: Contacts };

export const route = routeFor<App>();
export const on = onFor<App>();
export const audit = auditFor('provider');
