import { randomBytes } from 'node:crypto';
import { notificationRequested } from '@trust/contracts/events/any';
import { systemAudit } from '@trust/service-kit/audit/audit';
import type { Database } from '@trust/service-kit/database/db';
import { emit } from '@trust/service-kit/outbox/outbox';
import { audit, type Trx, type Vault } from '../../../app.ts';
import type { DB } from '../../../db/schema.ts';
import { doApproversRemain } from '../../../people/assert-approvers-remain.ts';
import { isLastSecurity } from '../../../people/assert-not-last-security.ts';
import { findPersonByIdentifier } from '../../../people/contact-points.ts';
import { lockPerson } from '../../../people/persons.ts';
import type { Approving } from '../../../people/role-holders.ts';
import { findRoles } from '../../../people/roles.ts';
import { typedContact } from '../../../people/typed-contact.ts';
import { hashToken } from '../../../sessions/hash-token.ts';
import { findPasskeys } from '../of-person.ts';
import { deleteEnrolment, upsertEnrolment } from '../queries.ts';
import { revokePasskeys } from '../revoke-passkeys.ts';

const enrolmentMinutes = 30;

type Stores = { db: Database<DB>; vault: Vault };
type Enrolment = { is: 'enrolled'; token: string; expiresAt: Date } | { is: 'has-passkeys'; passkeys: number };
type Revocation = { is: 'revoked'; passkeys: number; endedSessions: number } | { is: 'needed' };

export type RevocationOf = { identifier: string; evenIfFewerApprovers: boolean };

/** Allows the first passkey. Only the hash of the token is stored; a new token replaces an earlier one. */
export function enrolOperator(stores: Stores, identifier: string, now: Date): Promise<Enrolment | undefined> {
  return withOperator(stores, identifier, async (trx, personId) => {
    const passkeys = (await findPasskeys(trx, personId)).length;
    if (passkeys > 0) return { is: 'has-passkeys', passkeys };
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(now.getTime() + enrolmentMinutes * 60_000);
    await upsertEnrolment(trx, { person_id: personId, token_hash: hashToken(token), expires_at: expiresAt });
    await emit(trx, notificationRequested.identity, {
      userId: personId,
      providerId: null,
      template: 'passkeys_changed',
      data: { change: 'enrolment_issued' },
    });
    await audit(trx, systemAudit('enrolOperator', { by: 'command line', at: now }), {
      objectType: 'person',
      objectId: personId,
      after: { expiresAt: expiresAt.toISOString() },
    });
    return { is: 'enrolled', token, expiresAt };
  });
}

/** Used when an operator has lost them, or somebody else has them. */
export function revokeOperatorPasskeys(
  stores: Stores,
  { identifier, evenIfFewerApprovers }: RevocationOf,
  approving: Approving,
): Promise<Revocation | undefined> {
  return withOperator(stores, identifier, async (trx, personId) => {
    const now = approving.now();
    const ids = (await findPasskeys(trx, personId)).map(({ id }) => id);
    if (ids.length > 0 && !evenIfFewerApprovers && (await areNeeded(trx, personId, approving))) return { is: 'needed' };
    await deleteEnrolment(trx, personId);
    if (ids.length === 0) return { is: 'revoked', passkeys: 0, endedSessions: 0 };
    const endedSessions = await revokePasskeys(trx, { personId, ids }, now);
    await audit(trx, systemAudit('revokePasskeys', { by: 'command line', at: now }), {
      objectType: 'person',
      objectId: personId,
      after: { passkeys: ids.length, endedSessions },
    });
    return { is: 'revoked', passkeys: ids.length, endedSessions };
  });
}

/** Deleting these passkeys would leave nobody who can use `security`, or fewer than three who can approve roles. */
async function areNeeded(trx: Trx, personId: string, approving: Approving): Promise<boolean> {
  if (!approving.passkeys.areRequired) return false;
  if (await isLastSecurity(trx, personId, approving)) return true;
  return !(await doApproversRemain(trx, { personId, roles: await findRoles(trx, personId) }, approving));
}

/** Undefined if nobody with a role has the identifier. */
function withOperator<Result>(
  { db, vault }: Stores,
  identifier: string,
  work: (trx: Trx, personId: string) => Promise<Result>,
): Promise<Result | undefined> {
  const contact = typedContact(vault, identifier);
  return db.transact(async (trx) => {
    const personId = await findPersonByIdentifier(trx, contact);
    if (personId === undefined || !(await lockPerson(trx, personId))) return undefined;
    return (await findRoles(trx, personId)).length > 0 ? work(trx, personId) : undefined;
  });
}
