import type { SealedInvitation } from '@trust/contracts/events/representatives';
import type { ContactHash } from '@trust/personal-data/contact-hash';
import { refuseErased } from '@trust/personal-data/erased-people';
import type { BaseApp } from '@trust/service-kit/app';
import { auditFor } from '@trust/service-kit/audit/audit';
import { commandFor } from '@trust/service-kit/http/command';
import { routeFor } from '@trust/service-kit/http/route';
import { onFor } from '@trust/service-kit/inbox/subscription';
import type { Kysely, Transaction } from 'kysely';
import type { z } from 'zod';
import type { PublicJwk, VerifiedToken } from './claim-token.ts';
import type { DB } from './db/schema.ts';
import type { Geocoder } from './geocoder.ts';

export type Db = Kysely<DB>;
export type Trx = Transaction<DB>;

/** Signs the cards of claims and verifies signed ones, with the keys in the database. */
export type ClaimSigner = {
  /** The public URL of the platform. */
  readonly issuer: string;
  publicKeys(db: Db, at: Date): Promise<PublicJwk[]>;
  sign(
    db: Db,
    subject: string,
    claims: Record<string, unknown>,
    validity: { from: Date; until: Date },
  ): Promise<string>;
  /** Ignores `exp`: an expired token still proves what the platform said. */
  verify(db: Db, token: string): Promise<VerifiedToken>;
};

/** Handles the contact of an invitation without storing it (docs/domain/invitations.md 2). */
export type Contacts = {
  keyOf(channel: string, identifier: string): Buffer;
  seal(contact: z.output<typeof SealedInvitation>): Promise<string>;
};

/** Seals names under a key of their provider or person, which erasure deletes (docs/domain/names.md 1). */
export type NameSealer = { seal(nameId: string, text: string): Buffer; open(nameId: string, sealed: Buffer): string };
export type Names = {
  newKey(ownerId: string): Buffer;
  /** Undefined if the current secret has wrapped it already. */
  rewrap(ownerId: string, wrapped: Buffer): Buffer | undefined;
  sealer(ownerId: string, wrapped: Buffer): NameSealer;
  /** A keyed hash, which compares names and tells none. */
  keyOf(text: string): Buffer;
  /** Of a keyed hash, under a key of its own: for those that outlive an erasure (docs/domain/erasure.md 45). */
  keptHashOf(hash: string | Buffer): Buffer;
};

export type App = BaseApp<DB> & {
  signer: ClaimSigner;
  geocoder: Geocoder;
  contacts: Contacts;
  contactHash: ContactHash;
  names: Names;
};

export const route = routeFor<App>();
export const command = commandFor<App>();
export const on = onFor<App>();
export const audit = refuseErased(auditFor('provider'));
