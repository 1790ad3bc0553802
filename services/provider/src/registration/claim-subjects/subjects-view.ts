import type { z } from 'zod';
import type { App, Db } from '../../app.ts';
import { checkedName, openPersonName, openRegisteredName } from '../../provider-record/checked-name.ts';
import { findClaimsAbout } from '../../provider-record/claim-subjects.ts';
import { isOfSoleTrader } from './is-of-sole-trader.ts';
import { listCurrentSubjects, type Place } from './queries.ts';
import type { ClaimSubjects } from './schema.ts';

export async function subjectsView(
  db: Db,
  app: Pick<App, 'names' | 'now'>,
  { providerId, userId, place = null }: { providerId: string; userId: string; place?: Place | null },
): Promise<z.input<typeof ClaimSubjects>> {
  const about = ['business', 'person', 'premises'] as const;
  const claims = await findClaimsAbout(db, { providerId, about, at: app.now() });
  const subjects = await listCurrentSubjects(db, providerId);
  const business = subjects.find((subject) => subject.about === 'business');
  const name = business ? openRegisteredName(app, business) : null;
  const saysSoleTrader =
    business?.provider_kind === 'organisation' && name !== null && (await isOfSoleTrader(db, name));
  return {
    items: subjects.map((subject) => {
      const person = openPersonName(app, subject);
      const isBusiness = subject.about === 'business';
      return {
        id: subject.subject_id,
        about: subject.about,
        name: person ? `${person.givenName} ${person.familyName}` : openRegisteredName(app, subject),
        publicName: checkedName(app, subject),
        place: subject.about === 'premises' ? place : null,
        providerKind: subject.provider_kind,
        saysSoleTrader: isBusiness && saysSoleTrader,
        representativeId: subject.representative_id,
        isOwn: subject.user_id === userId,
        namedAt: subject.named_at.toISOString(),
        claimIds: claims.filter((claim) => claim.about === subject.about).map(({ claimId }) => claimId),
      };
    }),
  };
}
