import { brokenConstraint } from '@trust/service-kit/database/sql-error';
import { conflict, type Problem } from '@trust/service-kit/problems/problem';
import { sql } from 'kysely';
import type { Trx } from '../../app.ts';

function bothSides(): Problem {
  const detail = {
    en: 'One person would stand on both sides: the customer represents the provider, or represented it. An open enquiry can only be closed.',
    fr: 'Une même personne serait des deux côtés : le client représente le prestataire ou l’a représenté. Une demande ouverte ne peut qu’être close.',
  };
  return conflict(detail, 'separation-of-duties');
}

/** For a write that the database refuses to who is customer and provider in one (docs/domain/enquiry.md 27). */
export async function refusingBothSides<T>(written: Promise<T>): Promise<T> {
  return written.catch((error: unknown) => {
    throw brokenConstraint(error) === 'customer_is_no_representative' ? bothSides() : error;
  });
}

/** With any account of a mailbox of theirs. */
export async function isOwnCustomer(trx: Trx, of: { customerId: string; providerId: string }): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select has_represented(${of.customerId}, ${of.providerId}, 'infinity') as is`.execute(trx);
  return rows[0]?.is === true;
}

type Apart = { customerId: string; providerId: string; since?: Date; interactionId?: string };

/** Since a moment, or since the enquiry of an interaction was sent; without both ever (docs/domain/enquiry.md 27, 29). */
export async function assertApart(trx: Trx, { customerId, providerId, since, interactionId }: Apart): Promise<void> {
  const { rows } = await sql<{ has: boolean }>`
    select has_represented(${customerId}, ${providerId}, coalesce(${since ?? null}::timestamptz,
      (select e.sent_at from interaction i join enquiry e on e.id = i.enquiry_id where i.id = ${interactionId ?? null}),
      '-infinity')) as has`.execute(trx);
  if (rows[0]?.has) throw bothSides();
}
