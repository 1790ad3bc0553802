import type { NameDecisionReason, NameRefusal } from '@trust/contracts/reasons/moderation-reasons';
import { reply } from '@trust/service-kit/http/reply';
import { notFound } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { route } from '../../app.ts';
import { assertImpartial } from '../../provider-record/assert-impartial.ts';
import { announcementOfRead } from '../../provider-record/moderation/announcement-of-read.ts';
import { findRequests } from '../../provider-record/moderation/queries.ts';
import { findProvider } from '../../provider-record/provider-row.ts';
import { isOrWasRepresentative } from '../../provider-record/sides.ts';
import { findAddress } from './public-address.ts';
import { findRefusals, findVersion, type NameState, shownRefusals } from './queries.ts';
import { DisplayNameVersion } from './schema.ts';

export const getDisplayName = route(
  {
    method: 'get',
    path: '/display-names/{nameId}',
    summary: 'Get a version of public words',
    description:
      'For operators who decide about names: the display name, the summary, the website and the address of the public premises of the provider, and those that are public now. Representatives read theirs in the workspace, and get 404 here.',
    access: 'reviews.moderate',
    params: z.object({ nameId: z.uuid().describe('Identifier of the version of the name.') }),
    responds: { status: 200, body: DisplayNameVersion },
    problems: ['not-found', 'separation-of-duties'],
  },
  ({ params, actor }, app) =>
    app.db.transact(async (trx) => {
      const version = await findVersion(trx, app, params.nameId);
      const provider = version && (await findProvider(trx, version.row.provider_id));
      if (!provider) throw notFound();
      const [{ userId }, providerId, at] = [actor, provider.id, app.now()];
      if (await isOrWasRepresentative(trx, { userId, providerId, at })) throw notFound();
      // Whoever has not read it cannot decide about it (docs/domain/reviews-and-disputes.md 40).
      await assertImpartial(trx, actor, { providerId, at });
      const { row, words } = version;
      const asked = (await findRequests(trx, row.id)).at(-1);
      const standing = asked?.outcome === 'approved' ? asked : undefined;
      const onSent = await announcementOfRead(trx, app, { subjectId: row.id, readerId: actor.userId, standing });
      // After the lock: other premises withdraw the question.
      const address = await findAddress(trx, provider.id);
      const earlier = await findRefusals(trx, { providerId: provider.id, nameId: row.id, at });
      const body = {
        id: row.id,
        providerId: row.provider_id,
        publicProviderId: provider.public_provider_id,
        displayName: words?.name ?? null,
        publicName: provider.public_name,
        summary: words?.summary ?? null,
        publicSummary: provider.public_summary,
        website: words?.website ?? null,
        publicWebsite: provider.public_website,
        address: address && address.id === words?.premisesId ? address.label : null,
        publicAddress: address?.isAccepted ? address.label : null,
        state: row.state as NameState,
        decisionReason: (asked?.decision_reason ?? null) as NameDecisionReason | null,
        earlierRefusals: earlier.slice(0, shownRefusals).map(({ decision_reason, ended_at }) => ({
          reasonCode: decision_reason as NameRefusal,
          refusedOn: ended_at.toISOString().slice(0, 10),
        })),
        earlierRefusalCount: earlier.length,
        refusedAt: row.refused_at?.toISOString() ?? null,
        requestedAt: row.requested_at.toISOString(),
        endedAt: row.ended_at?.toISOString() ?? null,
      };
      return reply(body, { onSent });
    }),
);
