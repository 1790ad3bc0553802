import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { isNotSuspended } from '../../from-other-services/emergency-actions/in-force.ts';

/** The query must name the provider `p`. */
export function isPublic(at: Date): RawBuilder<boolean> {
  return sql`(p.state = 'active' and p.publication = 'published' and ${isNotSuspended(sql`p.id`, at)})`;
}
