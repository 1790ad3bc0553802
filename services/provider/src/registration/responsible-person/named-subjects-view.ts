import type { z } from 'zod';
import type { App, Db } from '../../app.ts';
import { openPersonName } from '../../provider-record/checked-name.ts';
import { subjectsView } from '../claim-subjects/subjects-view.ts';
import { findNaming, type NamingRow } from './queries.ts';
import type { NamedSubjects } from './schema.ts';

type Reader = { providerId: string; userId: string };
type View = z.input<typeof NamedSubjects>;

/** For representatives only: who waits is no answer for anybody else. */
export async function namedSubjectsView(db: Db, app: Pick<App, 'names' | 'now'>, reader: Reader): Promise<View> {
  const { items } = await subjectsView(db, app, reader);
  const naming = await findNaming(db, reader.providerId);
  return { items, naming: naming ? namingView(app, naming, reader.userId) : null };
}

/** Only the person who declined it knows (docs/domain/claim-subject.md 3). */
function namingView(app: Pick<App, 'names' | 'now'>, naming: NamingRow, userId: string): View['naming'] {
  const isOwn = naming.user_id === userId;
  if (isOwn && naming.declined_at) return null;
  const isWaiting = naming.expires_at > app.now();
  const name = isWaiting ? openPersonName(app, naming) : null;
  return {
    id: naming.subject_id,
    representativeId: naming.representative_id,
    name: name && `${name.givenName} ${name.familyName}`,
    isOwn,
    status: isWaiting ? 'waiting' : 'expired',
    namedAt: naming.named_at.toISOString(),
    expiresAt: naming.expires_at.toISOString(),
    endsClaimIds: naming.ends_claim_ids,
  };
}
