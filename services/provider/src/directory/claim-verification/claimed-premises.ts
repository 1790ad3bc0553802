import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../app.ts';
import { publicAddress } from '../../registration/display-names/public-address.ts';
import type { PublicClaim } from './queries.ts';
import type { ClaimedPremises } from './schema.ts';

type Place = { subject_id: string; latitude: number; longitude: number; addressLabel: string | null };

/** What everybody reads in the profile: the premises that are public now, and their address once operators accepted it. */
export async function findPlace(db: Db, providerId: string): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    select s.id as subject_id, st_y(m.position::geometry) as latitude, st_x(m.position::geometry) as longitude,
      ${publicAddress(sql`${providerId}::uuid`)} as "addressLabel"
    from public_premises m
    join claim_subject s on s.provider_id = m.provider_id and s.about = 'premises' and s.ended_at is null
    where m.provider_id = ${providerId}`.execute(db);
  return rows[0];
}

/** No place of other premises, which the claim says nothing about, nor of earlier ones. */
export function claimedPremises(claim: PublicClaim, place: Place | undefined): z.input<typeof ClaimedPremises> | null {
  if (claim.about !== 'premises') return null;
  if (!place || place.subject_id !== claim.subject_id) return { place: null };
  const { latitude, longitude, addressLabel } = place;
  return { place: { latitude, longitude, addressLabel } };
}
