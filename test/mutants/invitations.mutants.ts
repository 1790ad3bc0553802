import { mutantsOf } from './mutant.ts';

export const mutants = [
  ...mutantsOf('services/identity', [
    [
      'src/from-other-services/invitations/queries.ts',
      'expires_at > ${now} and id in (',
      'id in (',
      '/test/invitations.test.ts',
    ],
    [
      'src/from-other-services/invitations/queries.ts',
      " and c.verified_at is not null and i.state = 'sent'",
      " and i.state = 'sent'",
      '/test/declined-invitations.test.ts',
    ],
    [
      'src/from-other-services/invitations/queries.ts',
      " and c.verified_at is not null and i.state = 'sent'",
      ' and c.verified_at is not null',
      '/test/declined-invitations.test.ts',
    ],
    [
      'src/from-other-services/invitations/queries.ts',
      "and state in ('awaiting_approval', 'accepted') limit 1",
      "and state = 'accepted' limit 1",
      '/test/nobody-is-captured.test.ts',
    ],
    [
      'src/from-other-services/invitations/answer-invitation.ts',
      "if (to === 'accepted' && after.answered_by)",
      'if (after.answered_by)',
      '/test/declined-invitations.test.ts',
    ],
    [
      'src/from-other-services/invitations/answer-invitation.ts',
      'if (!transitions[from.state].includes(to))',
      'if (false)',
      '/test/declined-invitations.test.ts',
    ],
    [
      'src/from-other-services/invitations/on-representative-invited.ts',
      "if (!(await limits.takeSilently('invitation-contact', contact))) return;",
      "if (!(await limits.takeSilently('invitation-contact', contact)) || !(await limits.takeSilently('challenge-day', contact))) return;",
      '/test/declined-invitations.test.ts',
    ],
    [
      'src/account/invitations/accept-invitation.ts',
      "to: isOperator ? 'awaiting_approval' : 'accepted',",
      "to: 'accepted',",
      '/test/nobody-is-captured.test.ts',
    ],
    [
      'src/account/invitations/accept-invitation.ts',
      'if (await isRepresentativeOf(trx, { personId, providerId: before.provider_id })) throw alreadyRepresented();',
      '',
      '/test/invitations.test.ts',
    ],
    ['src/account/invitations/accept-invitation.ts', 'stepUp: true,', '', 'test'],
    [
      'src/account/contact-points/delete-contact-point.ts',
      'await deleteInvitationsTo(trx, [found.identifier_index]);',
      '',
      '/test/declined-invitations.test.ts',
    ],
    [
      'src/operators/invitation-approvals/create-invitation-decision.ts',
      'if (await isInvolved(trx, { personId: deciderId, providerId })) throw involved();',
      '',
      '/test/nobody-is-captured.test.ts',
    ],
    [
      'src/operators/directory/list-operators.ts',
      "if (mayActOnProviderId && !permissions.includes('identity.roles.manage')) throw new Problem('forbidden');",
      '',
      '/test/nobody-is-captured.test.ts',
    ],
    [
      'src/operators/directory/queries.ts',
      'a.user_id = person_id and a.provider_id = ${mayActOn?.providerId ?? null}::uuid)',
      'false)',
      '/test/nobody-is-captured.test.ts',
    ],
    [
      'src/operators/directory/queries.ts',
      '${mayActOn?.roles ?? null}::text[] && array_agg(role)',
      'true',
      '/test/nobody-is-captured.test.ts',
    ],
    [
      'src/account/representative-contacts/queries.ts',
      ' and (n.assignment_id is null or id = n.contact_point_id)',
      '',
      '/test/declined-invitations.test.ts',
    ],
    [
      'src/from-other-services/invitations/answer-invitation.ts',
      "if (to === 'awaiting_approval') await emit(",
      'if (false) await emit(',
      '/test/nobody-is-captured.test.ts',
    ],
    [
      'src/from-other-services/invitations/announce-awaiting.ts',
      'const expiresAt = row.expires_at.toISOString();',
      'const expiresAt = acceptedAt.toISOString();',
      '/test/nobody-is-captured.test.ts',
    ],
    [
      'src/from-other-services/invitations/queries.ts',
      "answered_by = ${personId} and state = 'awaiting_approval' order by id",
      'answered_by = ${personId} order by id',
      '/test/nobody-is-captured.test.ts',
    ],
    [
      'src/snapshot-sources.ts',
      'await announceAwaitingSnapshots(trx, personId);',
      '',
      '/test/nobody-is-captured.test.ts',
    ],
    [
      'src/operators/directory/queries.ts',
      "and i.state = 'awaiting_approval' and i.expires_at > ${now})",
      'and false)',
      '/test/nobody-is-captured.test.ts',
    ],
    [
      'src/db/migrations/0003-sessions.sql',
      "if new.state = 'accepted' and new.decided_by is null",
      'if false and new.decided_by is null',
      '/test/nobody-is-captured.test.ts',
    ],
  ]),
  ...mutantsOf('services/provider', [
    [
      'src/registration/representatives/create-representative.ts',
      '?.public_name ?? null',
      '?.display_name ?? null',
      '/test/invitations.test.ts',
    ],
    [
      'src/registration/representatives/accept-invitation.ts',
      ' || (await findAssignments(trx, personId)).some((own) => own.providerId === provider.id)',
      '',
      '/test/invitations.test.ts',
    ],
    [
      'src/registration/representatives/representative-view.ts',
      'expires_at !== null && expires_at > at',
      'true',
      '/test/declined-invitations.test.ts',
    ],
    [
      'src/registration/representatives/queries.ts',
      'case when expires_at > ${at} then masked_identifier end',
      'masked_identifier',
      '/test/declined-invitations.test.ts',
    ],
  ]),
];
