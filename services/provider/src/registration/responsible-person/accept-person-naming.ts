import { reply } from '@trust/service-kit/http/reply';
import { conflict, Problem } from '@trust/service-kit/problems/problem';
import { command } from '../../app.ts';
import { assertNotInQuestion } from '../../from-other-services/cases/assert-not-in-question.ts';
import { openPersonName } from '../../provider-record/checked-name.ts';
import { deleteNaming, findClaimsAbout, findCurrentSubject } from '../../provider-record/claim-subjects.ts';
import { lockOpenProvider } from '../../provider-record/lifecycle.ts';
import { replaceSubject } from '../claim-subjects/replace-subject.ts';
import { namedSubjectsView } from './named-subjects-view.ts';
import { findNaming } from './queries.ts';
import { NamedSubjects, NamingAcceptance } from './schema.ts';

export const acceptPersonNaming = command(
  {
    method: 'post',
    path: '/provider-workspace/me/responsible-person/acceptance',
    summary: 'Accept to be the person responsible',
    description:
      'Only the person whom somebody else named, within 7 days. From then on you answer for the provider: claims about a person are about you, what operators refused of your documents counts here too, and those about the person before you end. Nothing about you is public before you agree with `PUT /provider-workspace/me/responsible-person/public-name`. The same acceptance again changes nothing more.',
    access: 'session',
    scope: 'workspace',
    stepUp: true,
    limit: 'profile-mutation',
    body: NamingAcceptance,
    responds: { status: 200, body: NamedSubjects },
    problems: ['state-conflict'],
  },
  async (input, app, trx) => {
    const { actor, providerId, body } = input;
    const provider = await lockOpenProvider(trx, input);
    const view = () => namedSubjectsView(trx, app, { providerId, userId: actor.userId });
    const current = await findCurrentSubject(trx, providerId, 'person');
    if (current?.id === body.namingId && current.user_id === actor.userId)
      return reply(await view(), { changed: false });
    const at = app.now();
    const naming = await findNaming(trx, providerId);
    const name = naming && openPersonName(app, naming);
    const isOpen = naming && naming.declined_at === null && naming.expires_at > at;
    if (!name || !isOpen || naming.user_id !== actor.userId) throw conflict(notWaiting);
    if (naming.subject_id !== body.namingId) throw namedAnew(naming.subject_id, await view());
    await assertNotInQuestion(trx, provider, 'person');
    const claims = await findClaimsAbout(trx, { providerId, about: ['person'], at });
    if (!claims.every(({ claimId }) => naming.ends_claim_ids.includes(claimId))) throw conflict(endsMore);
    await replaceSubject(trx, app, input, provider, {
      about: 'person',
      id: naming.subject_id,
      userId: naming.user_id,
      name: JSON.stringify(name),
      endsClaimIds: naming.ends_claim_ids,
      before: current?.id,
    });
    await deleteNaming(trx, { providerId });
    return view();
  },
);

const notWaiting = {
  en: 'No naming of you waits here: it was withdrawn, declined or expired. Ask an owner of the provider to name you again.',
  fr: 'Aucune désignation à votre nom n’est en attente : elle a été retirée, refusée ou a expiré. Demandez à un propriétaire du prestataire de vous désigner de nouveau.',
};

const endsMore = {
  en: 'Your acceptance would end claims that nobody had read when you were named. Ask an owner of the provider for a new naming.',
  fr: 'Votre acceptation mettrait fin à des attestations que personne n’avait lues lors de votre désignation. Demandez une nouvelle désignation à un propriétaire du prestataire.',
};

function namedAnew(namingId: string, current: unknown): Problem<'state-conflict'> {
  return new Problem('state-conflict', undefined, {
    errors: [{ field: 'namingId', code: 'subject_changed', message: readAgain, allowed: [namingId] }],
    current,
  });
}

const readAgain = {
  en: 'You were named anew since you read it. Read the name in `current` or `GET /provider-workspace/me/responsible-person`, then accept that one.',
  fr: 'Vous avez été désigné de nouveau depuis votre lecture. Lisez le nom dans `current` ou `GET /provider-workspace/me/responsible-person`, puis acceptez cette désignation.',
};
