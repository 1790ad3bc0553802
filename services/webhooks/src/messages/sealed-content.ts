import { SealedMessage, SealedOneTimeCode } from '@trust/contracts/events/identity';
import { createOpener } from '@trust/personal-data/sealed-box';
import { z } from 'zod';

export type OneTimeCode = z.output<typeof SealedOneTimeCode>;
const SealedContent = z.union([SealedOneTimeCode, SealedMessage]);
export type Content = z.output<typeof SealedContent>;

/** Throws if the content was not sealed to this key. */
export type OpenSealed = (sealed: string) => Promise<Content>;

export async function openerOf(privateKey: Record<string, string>): Promise<OpenSealed> {
  const open = await createOpener(privateKey);
  return async (sealed) => SealedContent.parse(JSON.parse(new TextDecoder().decode(await open(sealed))));
}
