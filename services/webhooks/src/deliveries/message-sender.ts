export type Channel = 'sms' | 'email' | 'push';

export type Message = {
  /** The delivery's: a carrier that knows it can drop a repetition. */
  id: string;
  channel: Channel;
  /** A number, an address, or for a push the user. */
  to: string;
  template: string;
  text: string;
  code?: string;
  /** The address as identity names it, which tells nobody else anything. */
  contact?: string;
};

/** Hands a message to whoever carries it. Throws where that may work later. */
export type MessageSender = { send(message: Message, signal: AbortSignal): Promise<void> };

export type Senders = Record<Channel, MessageSender>;
