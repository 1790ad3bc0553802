import { SealedMessage, SealedOneTimeCode } from '@trust/contracts/events/identity';
import { createOpener } from '@trust/personal-data/sealed-box';
import { z } from 'zod';
import type { OpenSealed } from '../app.ts';

const Content = z.union([SealedOneTimeCode, SealedMessage]);

export async function openerOf(...privateKeys: Parameters<typeof createOpener>): Promise<OpenSealed> {
  const open = await createOpener(...privateKeys);
  return async (sealed) => Content.parse(JSON.parse(new TextDecoder().decode(await open(sealed))));
}
