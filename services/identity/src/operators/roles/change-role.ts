import { randomUUIDv7 } from 'node:crypto';
import { actorChanged } from '@trust/contracts/events/identity';
import type { OperatorRole } from '@trust/contracts/permissions';
import { systemAudit } from '@trust/service-kit/audit/audit';
import type { Database } from '@trust/service-kit/database/db';
import { brokenConstraint } from '@trust/service-kit/database/sql-error';
import { emit } from '@trust/service-kit/outbox/outbox';
import { audit, type Trx, type Vault } from '../../app.ts';
import type { DB } from '../../db/schema.ts';
import { assertApproversRemain } from '../../people/assert-approvers-remain.ts';
import { assertNotLastSecurity } from '../../people/assert-not-last-security.ts';
import { findPersonByIdentifier } from '../../people/contact-points.ts';
import { createPerson, lockPerson } from '../../people/persons.ts';
import type { Approving } from '../../people/role-holders.ts';
import { typedContact } from '../../people/typed-contact.ts';
import { endSessionsByPerson } from '../../sessions/end-session.ts';
import { announceOperator } from './announce-operator.ts';
import { giveWorkName, grantRole, revokeRole } from './queries.ts';
import { workNameTaken } from './work-name-taken.ts';

/** `workName`: kept by who has one. */
type RoleChangeRequest = {
  action: 'grant' | 'revoke';
  identifier: string;
  role: OperatorRole;
  workName?: string | undefined;
};

export type RoleChange = {
  /** Nobody had the identifier; its first sign-in becomes this operator. */
  isNewPerson: boolean;
  /** Sessions of kind `member`, which last too long for an operator (promise A5). */
  endedSessions: number;
};

/** Grants alone: seeds of development and tests only. `approving`: refuses to revoke one that must remain. */
export function changeRole(
  { db, vault }: { db: Database<DB>; vault: Vault },
  { action, identifier, role, workName }: RoleChangeRequest,
  now: Date,
  approving?: Approving,
): Promise<RoleChange | undefined> {
  const contact = typedContact(vault, identifier);
  return db.transact(async (trx) => {
    const known = await findPersonByIdentifier(trx, contact);
    if (action === 'revoke') {
      if (known) await lockPerson(trx, known);
      if (known && approving && role === 'security') await assertNotLastSecurity(trx, known, approving);
      if (!known || !(await revokeFrom(trx, { personId: known, role, now }))) return undefined;
      if (approving) await assertApproversRemain(trx, { personId: known, roles: [role] }, approving);
      await auditChange(trx, known, { action, role }, now);
      return { isNewPerson: false, endedSessions: 0 };
    }
    const personId = known ?? randomUUIDv7();
    if (!known) await createPerson(trx, vault, { ...contact, id: personId, verifiedAt: null, now });
    await lockPerson(trx, personId);
    const isNewName = workName !== undefined && (await nameOperator(trx, { personId, workName, now }));
    const endedSessions = await grantTo(trx, { personId, role, now });
    if (endedSessions === undefined) {
      if (isNewName) await announceOperator(trx, personId, now);
      return undefined;
    }
    await auditChange(trx, personId, { action, role }, now);
    return { isNewPerson: !known, endedSessions };
  });
}

/** Under `lockPerson`, before the role is announced. False if the person has a name. */
export async function nameOperator(
  trx: Trx,
  name: { personId: string; workName: string; now: Date },
): Promise<boolean> {
  try {
    return await giveWorkName(trx, name);
  } catch (error) {
    throw brokenConstraint(error) === 'operator_work_name' ? workNameTaken() : error;
  }
}

type Change = { personId: string; role: OperatorRole; now: Date; requestId?: string };

/** Under `lockPerson`. The number of sessions that ended; undefined if the person has the role. */
export async function grantTo(trx: Trx, { personId, role, now, requestId }: Change): Promise<number | undefined> {
  if (!(await grantRole(trx, { personId, role, now, ...(requestId && { requestId }) }))) return undefined;
  const endedSessions = await endSessionsByPerson(trx, { personId, kind: 'member' }, 'role_granted', now);
  await announceRoles(trx, personId, now);
  return endedSessions;
}

/** Under `lockPerson`. False if the person does not have the role. */
export async function revokeFrom(trx: Trx, { personId, role, now }: Change): Promise<boolean> {
  if (!(await revokeRole(trx, personId, role))) return false;
  await announceRoles(trx, personId, now);
  return true;
}

async function announceRoles(trx: Trx, personId: string, now: Date): Promise<void> {
  await emit(trx, actorChanged, { userId: personId });
  await announceOperator(trx, personId, now);
}

async function auditChange(
  trx: Trx,
  personId: string,
  { action, role }: Pick<RoleChangeRequest, 'action' | 'role'>,
  now: Date,
): Promise<void> {
  await audit(trx, systemAudit(`${action}Role`, { by: 'command line', at: now }), {
    objectType: 'person',
    objectId: personId,
    after: { role },
  });
}
