import { notificationRequested } from '@trust/contracts/events/any';
import { reply } from '@trust/service-kit/http/reply';
import { emit } from '@trust/service-kit/outbox/outbox';
import { conflict, invalid } from '@trust/service-kit/problems/problem';
import { type App, audit, route, type Trx } from '../../app.ts';
import { assertNotInQuestion } from '../../from-other-services/cases/assert-not-in-question.ts';
import { openPersonName, type PersonName } from '../../provider-record/checked-name.ts';
import { assertEndsClaims, deleteNaming } from '../../provider-record/claim-subjects.ts';
import { lockOpenProvider } from '../../provider-record/lifecycle.ts';
import { nameSealer } from '../../provider-record/names.ts';
import { listCurrentSubjects } from '../claim-subjects/queries.ts';
import { replaceSubject } from '../claim-subjects/replace-subject.ts';
import { assertDeclaredNameAllowed } from '../display-names/allowed-name.ts';
import { findActiveAssignment } from '../representatives/queries.ts';
import { namedSubjectsView } from './named-subjects-view.ts';
import { findNaming, insertNaming } from './queries.ts';
import { NamedSubjects, ResponsiblePersonUpdate } from './schema.ts';

const lifetimeMs = 7 * 24 * 60 * 60 * 1000;

export const putResponsiblePerson = route(
  {
    method: 'put',
    path: '/provider-workspace/me/responsible-person',
    summary: 'Name the person responsible',
    description:
      'A representative whom claims about a person are about, with the name that their documents show. Of a provider that is one person it is the owner. Whoever names themselves is it at once. Somebody else is notified and answers for the provider once they accept, within 7 days, with `POST /provider-workspace/me/responsible-person/acceptance`; until then everything stays as it is and `naming` says that it waits, the same whether they declined or not. Another naming replaces one that waits, and so does naming the present person. Another person or name ends the current one and its claims, which `endsClaimIds` must name; not while a case awaits its decision, nor while the provider is suspended and no case waits for it. Nothing about the person is public before they agree with `PUT /provider-workspace/me/responsible-person/public-name`.',
    access: 'provider.representatives.manage',
    scope: 'workspace',
    stepUp: true,
    limit: 'profile-mutation',
    body: ResponsiblePersonUpdate,
    responds: { status: 200, body: NamedSubjects },
    problems: ['state-conflict', 'claims-would-end'],
  },
  async (input, app) => {
    const { actor, providerId, body } = input;
    return app.db.transact(async (trx) => {
      const provider = await lockOpenProvider(trx, input);
      const person = await findActiveAssignment(trx, providerId, body.representativeId);
      if (!person) throw invalid('representativeId', 'invalid_value');
      if (provider.kind === 'individual' && person.role !== 'owner') throw conflict(onlyOwner);
      const name: PersonName = { givenName: body.givenName, familyName: body.familyName };
      const current = (await listCurrentSubjects(trx, providerId)).find(({ about }) => about === 'person');
      const isPresent = current?.user_id === person.user_id && isSameName(openPersonName(app, current), name);
      const isOwn = person.user_id === actor.userId;
      const ends = { userId: person.user_id, name, endsClaimIds: body.endsClaimIds ?? [] };
      let changed = !isPresent;
      if (isPresent) changed = await withdrawNaming(trx, input);
      else if (!isOwn && (await isWaiting(trx, app, { providerId, ...ends }))) changed = false;
      else {
        await assertNotInQuestion(trx, provider, 'person');
        assertDeclaredNameAllowed(name);
        await deleteNaming(trx, { providerId });
        if (isOwn)
          await replaceSubject(trx, app, input, provider, {
            ...{ about: 'person', before: current?.subject_id },
            ...{ ...ends, name: JSON.stringify(name) },
          });
        else await nameSomebodyElse(trx, app, input, ends);
      }
      return reply(await namedSubjectsView(trx, app, { providerId, userId: actor.userId }), { changed });
    });
  },
);

async function withdrawNaming(trx: Trx, input: Parameters<typeof replaceSubject>[2]): Promise<boolean> {
  const { providerId } = input;
  const namingId = await deleteNaming(trx, { providerId });
  if (!namingId) return false;
  await audit(trx, input, {
    objectType: 'provider',
    objectId: providerId,
    before: { namingId },
    after: { state: 'withdrawn' },
  });
  return true;
}

type Naming = { userId: string; name: PersonName; endsClaimIds: string[] };

/** The same again sends no second notice. 409 if it names too few claims: a new one is needed. Call with the provider locked. */
async function isWaiting(
  trx: Trx,
  app: App,
  { providerId, userId, name, endsClaimIds }: Naming & { providerId: string },
) {
  const at = app.now();
  const naming = await findNaming(trx, providerId);
  if (!naming || naming.user_id !== userId || naming.expires_at <= at) return false;
  await assertEndsClaims(trx, { providerId, about: ['person'], at }, endsClaimIds);
  const hasSameEnds = String([...endsClaimIds].sort()) === String([...naming.ends_claim_ids].sort());
  return hasSameEnds && isSameName(openPersonName(app, naming), name);
}

/** They answer for the provider once they accept it (docs/domain/claim-subject.md 3). Call with the provider locked. */
async function nameSomebodyElse(
  trx: Trx,
  app: App,
  input: Parameters<typeof replaceSubject>[2],
  { userId, name, endsClaimIds }: Naming,
): Promise<void> {
  const { actor, providerId } = input;
  const at = app.now();
  await assertEndsClaims(trx, { providerId, about: ['person'], at }, endsClaimIds);
  const id = app.newId();
  await insertNaming(trx, {
    id,
    provider_id: providerId,
    user_id: userId,
    sealed_name: (await nameSealer(trx, app, userId)).seal(id, JSON.stringify(name)),
    named_by: actor.userId,
    named_at: at,
    expires_at: new Date(at.getTime() + lifetimeMs),
    ends_claim_ids: endsClaimIds,
  });
  await emit(trx, notificationRequested.provider, {
    userId,
    providerId,
    template: 'responsible_person_named',
    data: {},
  });
  await audit(trx, input, { objectType: 'provider', objectId: providerId, after: { namingId: id } });
}

const onlyOwner = {
  en: 'The person responsible for a provider that is one person is its owner. Name the owner.',
  fr: 'La personne responsable d’un prestataire personne physique est son propriétaire. Indiquez le propriétaire.',
};

function isSameName(known: PersonName | null, name: PersonName): boolean {
  return known?.givenName === name.givenName && known.familyName === name.familyName;
}
