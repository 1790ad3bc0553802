import type { Language } from '@trust/contracts/values/text';
import type { Carrier } from '../../deliveries/lanes.ts';
import type { Channel } from '../../messages/text.ts';

export type Message = {
  /** The delivery id, by which a carrier can drop duplicates. */
  id: string;
  channel: Channel;
  /** A phone number or e-mail address; for a push the user id. */
  to: string;
  template: string;
  language: Language;
  /** Subject of an e-mail, title of a push. */
  title: string;
  text: string;
  code?: string;
  expiresAt?: Date;
  /** The mailbox shows which challenge the code belongs to. */
  challengeId?: string;
  /** Identity's pseudonym of the address. */
  contact?: string;
  /** A tap opens one of these. */
  links?: { app: string; web?: string };
  /** `deviceId`: of the registration; the mailbox shows it. */
  push?: { token: string; deviceId: string; service: string; data: Record<string, string> };
};

/**
 * `providerMessageId`: identifier at the carrier, which its reports name. `refused`: why no retry can
 * succeed; `isTokenDead`: the push service knows the token no more.
 */
export type Sent = { providerMessageId?: string } | { refused: string; isTokenDead?: true };

/** Throws if a retry may succeed. */
export type MessageSender = { send(message: Message, signal: AbortSignal): Promise<Sent> };

export type Senders = Record<Carrier, MessageSender>;

/** The code of a failure is stored and logged, so it contains no address and no text of a carrier. */
export class CarrierFailure extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`The carrier failed: ${code}.`);
    this.name = 'CarrierFailure';
    this.code = code;
  }
}

export function failureCode(error: unknown): string {
  if (error instanceof CarrierFailure) return error.code.slice(0, 64);
  return (error as Error)?.name === 'TimeoutError' ? 'timeout' : 'error';
}
