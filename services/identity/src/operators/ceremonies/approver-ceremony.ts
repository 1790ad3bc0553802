import type { OperatorRole } from '@trust/contracts/permissions';
import { systemAudit } from '@trust/service-kit/audit/audit';
import { conflict } from '@trust/service-kit/problems/problem';
import { audit, type Trx } from '../../app.ts';
import { approverRoles, fewestApprovers } from '../../people/assert-approvers-remain.ts';
import { findPersonByIdentifier } from '../../people/contact-points.ts';
import { lockPerson } from '../../people/persons.ts';
import { countApprovers, lockUsableHolders, type Usable } from '../../people/role-holders.ts';
import { typedContact } from '../../people/typed-contact.ts';
import type { Stores } from '../../people/with-vault.ts';
import { grantTo, nameOperator } from '../roles/change-role.ts';
import { notifyOfApprover, notifyOfRole } from '../roles/notify-of-role.ts';
import { hasFreshSession, hasOperators } from './queries.ts';

/** `workName`: kept by who has one. */
type Named = { identifier: string; role: OperatorRole; workName: string };
/** `present`: two people, who have just signed in. */
export type Ceremony = { kind: 'install' | 'restore'; named: readonly Named[]; present: readonly string[] };
type Grant = { personId: string; role: OperatorRole; workName: string };

/** Two people make those who may approve roles: the first three or more, or as many as three lack (promise T5). */
export function holdCeremony({ db, vault }: Stores, ceremony: Ceremony, usable: Usable): Promise<Grant[]> {
  const personOf = async (trx: Trx, identifier: string) => {
    const personId = await findPersonByIdentifier(trx, typedContact(vault, identifier));
    if (!personId) throw refused(`${identifier} has no account. Sign in with it once.`);
    return personId;
  };
  return db.transact(async (trx) => {
    const named: Grant[] = [];
    for (const { identifier, role, workName } of ceremony.named)
      named.push({ personId: await personOf(trx, identifier), role, workName });
    named.sort((one, other) => (one.personId < other.personId ? -1 : 1));
    const present: string[] = [];
    for (const identifier of ceremony.present) present.push(await personOf(trx, identifier));
    assertDistinct(named, present);
    // Serialises ceremonies and revocations.
    const securities = await lockUsableHolders(trx, 'security', usable);
    if (ceremony.kind === 'install') await assertInstallation(trx, named, present);
    else await assertRestoration(trx, named, present, usable);
    if (securities.length === 0 && !named.some(({ role }) => role === 'security'))
      throw refused('Nobody could request a role: name somebody for the role security.');
    await assertPresent(trx, ceremony.kind, present, usable);
    for (const grant of named) await grantInCeremony(trx, ceremony.kind, grant, { present, now: usable.now });
    for (const grant of named) await notifyOfApprover(trx, grant);
    return named;
  });
}

function assertDistinct(named: readonly Grant[], present: readonly string[]): void {
  if (present.length !== 2 || new Set(present).size !== 2) throw refused('Two people must be present, with --present.');
  if (new Set(named.map(({ personId }) => personId)).size !== named.length) throw refused('Name each person once.');
  if (!named.every(({ role }) => approverRoles.includes(role)))
    throw refused(
      `Name people for the roles ${approverRoles.join(' or ')} only. These request and approve the others.`,
    );
}

async function assertInstallation(trx: Trx, named: readonly Grant[], present: readonly string[]): Promise<void> {
  if (await hasOperators(trx))
    throw refused(
      'There are or were operators, so roles are requested and approved. Use restore if too few can approve.',
    );
  if (named.length < fewestApprovers) throw refused('Name at least three people.');
  if (!present.every((one) => named.some(({ personId }) => personId === one)))
    throw refused('Those who are present must be two of those whom you name.');
}

async function assertRestoration(
  trx: Trx,
  named: readonly Grant[],
  present: readonly string[],
  usable: Usable,
): Promise<void> {
  const left = await countApprovers(trx, { roles: approverRoles }, usable);
  if (left >= fewestApprovers)
    throw refused('Three or more can approve roles: request the role and let two approve it.');
  if (named.length !== fewestApprovers - left)
    throw refused(`${left} can approve roles. Name exactly ${fewestApprovers - left} people.`);
  if (named.some(({ personId }) => present.includes(personId)))
    throw refused('Those who are present must be two operators other than those whom you name.');
}

async function assertPresent(
  trx: Trx,
  kind: Ceremony['kind'],
  present: readonly string[],
  { now, needsPasskey }: Usable,
): Promise<void> {
  const asOperator = kind === 'restore';
  for (const personId of present)
    if (!(await hasFreshSession(trx, personId, { now, asOperator, byPasskey: asOperator && needsPasskey })))
      throw refused(
        asOperator
          ? 'Both who are present must be operators and step up within the last five minutes.'
          : 'Both who are present must sign in within the last five minutes.',
      );
}

async function grantInCeremony(
  trx: Trx,
  kind: Ceremony['kind'],
  { personId, role, workName }: Grant,
  { present, now }: { present: readonly string[]; now: Date },
): Promise<void> {
  await lockPerson(trx, personId);
  await nameOperator(trx, { personId, workName, now });
  if ((await grantTo(trx, { personId, role, now })) === undefined)
    throw refused(`One of those whom you name is ${role} already. Let them sign in, and enrol a passkey.`);
  await notifyOfRole(trx, personId, { change: 'granted', role });
  const [firstPresentId, secondPresentId] = present;
  await audit(trx, systemAudit(`${kind}Approver`, { by: 'command line', at: now }), {
    objectType: 'person',
    objectId: personId,
    after: { role, firstPresentId: String(firstPresentId), secondPresentId: String(secondPresentId) },
  });
}

/** The command prints the English text. */
function refused(en: string) {
  return conflict({ en, fr: en });
}
