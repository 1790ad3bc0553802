import { createHmac } from 'node:crypto';
import type { SealedInvitation } from '@trust/contracts/events/provider';
import { createSealer } from '@trust/personal-data/sealed-box';
import type { z } from 'zod';

/** Handles the contact of an invitation without storing it (ADR 0016). */
export type Contacts = {
  keyOf(channel: string, identifier: string): Buffer;
  seal(contact: z.output<typeof SealedInvitation>): Promise<string>;
};

type Settings = { INVITATION_PUBLIC_KEY: Record<string, string>; INVITATION_SECRET: string };

export async function openContacts({ INVITATION_PUBLIC_KEY, INVITATION_SECRET }: Settings): Promise<Contacts> {
  const seal = await createSealer(INVITATION_PUBLIC_KEY);
  return {
    keyOf: (channel, identifier) => createHmac('sha256', INVITATION_SECRET).update(`${channel} ${identifier}`).digest(),
    seal: (contact) => seal(JSON.stringify(contact)),
  };
}
