import { createHmac } from 'node:crypto';
import { createSealer } from '@trust/personal-data/sealed-box';
import type { Contacts } from '../../app.ts';

type Settings = { INVITATION_PUBLIC_KEY: Record<string, string>; INVITATION_SECRET: string };

export async function openContacts({ INVITATION_PUBLIC_KEY, INVITATION_SECRET }: Settings): Promise<Contacts> {
  const seal = await createSealer(INVITATION_PUBLIC_KEY);
  return {
    keyOf: (channel, identifier) => createHmac('sha256', INVITATION_SECRET).update(`${channel} ${identifier}`).digest(),
    seal: (contact) => seal(JSON.stringify(contact)),
  };
}
