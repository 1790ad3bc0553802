import { actorChanged, personErased } from '@trust/contracts/events/identity';
import { deleteStoredAnswers } from '@trust/service-kit/http/idempotency';
import { emit } from '@trust/service-kit/outbox/outbox';
import { deleteContactPoints } from '../../account/contact-points/of-person.ts';
import type { Trx } from '../../app.ts';
import { deleteAnswersOf, deleteInvitationsTo } from '../../from-other-services/invitations/of-person.ts';
import { deleteNamesOf } from '../../from-other-services/representatives/given-names.ts';
import { announceOperator } from '../../operators/roles/announce-operator.ts';
import { deleteRequestedNames, deleteRoles } from '../../operators/roles/of-person.ts';
import { deleteWorkName } from '../../operators/roles/queries.ts';
import { findContactPoints } from '../../people/contact-points.ts';
import { lockIdentifier } from '../../people/lock-identifier.ts';
import { type PersonRow, updatePerson } from '../../people/persons.ts';
import { destroyKeys } from '../../people/subject-keys.ts';
import { endSessionsByPerson } from '../../sessions/end-session.ts';
import { findOpenChallenges, markChallengesUsed } from '../../sign-in/challenges/of-person.ts';
import { deleteFailures } from '../../sign-in/failures/delete-failures.ts';
import { deletePasskeysByPerson } from '../../sign-in/passkeys/of-person.ts';
import { deleteExportsByPerson } from '../exports/queries.ts';
import { insertErasure } from './queries.ts';

/** Sign-ins lock the identifier first too; another order could deadlock. */
export async function lockIdentifiers(trx: Trx, personId: string): Promise<void> {
  const indexes = (await findContactPoints(trx, personId)).map((contact) => contact.identifier_index);
  for (const index of indexes.sort(Buffer.compare)) await lockIdentifier(trx, index);
}

/** Requires the locks of the identifiers, then of the person. */
export async function erase(trx: Trx, person: PersonRow, at: Date): Promise<void> {
  // First: waits for a concurrent sign-in, whose session must be ended below.
  const indexes = await deleteContactPoints(trx, person.id);
  await deleteInvitationsTo(trx, indexes);
  await deleteAnswersOf(trx, person.id);
  await deleteNamesOf(trx, person.id);
  await deleteFailures(trx, indexes);
  const challenges = await findOpenChallenges(trx, { personId: person.id, indexes });
  await markChallengesUsed(trx, challenges, at);
  await endSessionsByPerson(trx, { personId: person.id }, 'erased', at);
  await deletePasskeysByPerson(trx, person.id);
  const wasOperator = await deleteRoles(trx, person.id);
  const wasNamed = await deleteWorkName(trx, person.id);
  await deleteRequestedNames(trx, person.id);
  await deleteExportsByPerson(trx, person.id);
  await deleteStoredAnswers(trx, person.id);
  await updatePerson(trx, person, { sealed_display_name: null, locale: 'en', erased_at: at });
  await destroyKeys(trx, [person.id, ...challenges]);
  await insertErasure(trx, person.id, at);
  const contacts = indexes.map((index) => index.toString('base64url'));
  await emit(trx, personErased, { userId: person.id, contacts, erasedAt: at.toISOString() });
  await emit(trx, actorChanged, { userId: person.id });
  if (wasNamed || wasOperator) await announceOperator(trx, person.id, at);
}
