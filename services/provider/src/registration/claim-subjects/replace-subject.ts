import type { Actor } from '@trust/contracts/actor';
import type { AnyInput } from '@trust/service-kit/request-info';
import { type App, audit, type Trx } from '../../app.ts';
import { endWithClaims, nameSubject } from '../../provider-record/claim-subjects.ts';
import { nameSealer } from '../../provider-record/names.ts';
import type { ProviderRow } from '../../provider-record/provider-row.ts';
import { findSameName } from './earlier-subjects.ts';

type Replacement = {
  about: 'business' | 'person';
  /** Of a naming that waited. */
  id?: string;
  /** Of the person responsible. */
  userId?: string;
  name: string;
  endsClaimIds: readonly string[] | undefined;
  before: string | undefined;
};

/** The audit log has the ids of both, never a name (docs/domain/audit.md 6). Call with the provider locked. Returns the id of the new one. */
export async function replaceSubject(
  trx: Trx,
  app: App,
  input: AnyInput & { actor: Pick<Actor, 'userId'>; providerId: string },
  provider: Pick<ProviderRow, 'kind'>,
  { about, id = app.newId(), userId, name, endsClaimIds, before }: Replacement,
): Promise<string> {
  const { providerId } = input;
  const at = app.now();
  await endWithClaims(trx, { providerId, about }, { reason: 'replaced', at, endsClaimIds });
  const same_name_subject_id = await findSameName(trx, app, { providerId, about, ...(userId && { userId }), name });
  // Of an individual it is the name of a person, which goes with them (docs/domain/names.md 2).
  const key_owner_id = about === 'business' && provider.kind === 'individual' ? id : null;
  const sealed_name = (await nameSealer(trx, app, key_owner_id ?? userId ?? providerId)).seal(id, name);
  const accepted_by = about === 'person' ? input.actor.userId : null;
  const of = {
    provider_id: providerId,
    about,
    user_id: userId ?? null,
    accepted_by,
    key_owner_id,
    same_name_subject_id,
  };
  await nameSubject(trx, { ...of, id, sealed_name, named_at: at });
  await audit(trx, input, {
    objectType: 'provider',
    objectId: providerId,
    before: { subjectId: before ?? null },
    after: { subjectId: id },
  });
  return id;
}
