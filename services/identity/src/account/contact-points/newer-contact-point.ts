import { Problem } from '@trust/service-kit/problems/problem';
import type { ContactPointRow } from '../../people/contact-points.ts';

const waitMs = 72 * 3_600_000;

/** Whoever took a session over adds a contact first: its owner has 72 hours to remove it with an older one. */
export function assertNoNewerContactPoint(contacts: readonly ContactPointRow[], id: string, now: Date): void {
  const verifiedAt = contacts.find((one) => one.id === id)?.verified_at;
  if (!verifiedAt) return;
  const newest = Math.max(...contacts.map(({ verified_at }) => verified_at?.getTime() ?? 0));
  const from = new Date(newest + waitMs);
  if (newest <= verifiedAt.getTime() || from <= now) return;
  throw new Problem(
    'newer-contact-point',
    {
      en: `A newer contact was added less than 72 hours ago. Delete that one, or delete this one from ${from.toISOString()}.`,
      fr: `Un contact plus récent a été ajouté il y a moins de 72 heures. Supprimez celui-là, ou celui-ci à partir du ${from.toISOString()}.`,
    },
    { retryAfter: Math.ceil((from.getTime() - now.getTime()) / 1000) },
  );
}
