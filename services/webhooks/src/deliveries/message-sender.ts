export const channels = ['sms', 'email', 'push'] as const;
export type Channel = (typeof channels)[number];

export type Message = {
  /** The delivery id, by which a carrier can drop duplicates. */
  id: string;
  channel: Channel;
  /** A phone number or e-mail address; for a push the user id. */
  to: string;
  template: string;
  text: string;
  code?: string;
  /** Of the code. */
  challengeId?: string;
  /** Identity's pseudonym of the address. */
  contact?: string;
};

/** `providerMessageId`: identifier at the carrier, which its reports name. */
export type Sent = { providerMessageId?: string };

/** Throws if a retry may succeed. */
export type MessageSender = { send(message: Message, signal: AbortSignal): Promise<Sent> };

export type Senders = Record<Channel, MessageSender>;
