export type VerifiedWebhook = { source: string; eventId: string; body: Buffer; bodyHash: Buffer };

/** Resolves after the commit of the event. A repeat is counted, and flagged if its body differs (promise W3). */
export type StoreInbound = (webhook: VerifiedWebhook) => Promise<void>;
