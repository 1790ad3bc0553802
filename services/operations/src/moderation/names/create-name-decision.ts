import { route } from '../../app.ts';
import { decide } from '../decide.ts';
import { Moderation, NameDecisionCreate, NameParams } from '../schema.ts';

export const createNameDecision = route(
  {
    method: 'post',
    path: '/operations/name-moderations/{nameId}/decisions',
    summary: 'Decide about the public words of a provider',
    description:
      '`approved` makes its name, summary, website and the address of its public premises public; its only reason code is `complies`. `refused` leaves those that were accepted before; the provider is told the reason code and may send others. Words that were accepted can be refused later: the public reads them no longer, and without its name (`isNameKept`) the provider is not shown until another is accepted and an owner publishes it. Who refused an accepted name refuses no other of the same provider for 30 days; a colleague can at once.',
    access: 'reviews.moderate',
    stepUp: true,
    idempotency: 'required',
    limit: 'privileged-operation',
    params: NameParams,
    body: NameDecisionCreate,
    responds: { status: 201, body: Moderation, location: '/operations/name-moderations' },
    problems: ['not-found', 'content-not-read', 'separation-of-duties', 'invalid-transition', 'state-conflict'],
  },
  (input, app) => decide(input, app, { kind: 'name', subjectId: input.params.nameId }),
);
