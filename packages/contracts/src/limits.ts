/** A limit counts by one of these. For `key` the handler gives the key, such as an identifier. */
type Partition = 'actor' | 'session' | 'provider' | 'ip' | 'key';
/**
 * `whenDown`: without a counter, guards of a secret, money or a privilege refuse (promise L2).
 * `givesBack`: a request that is refused gets its point back, and counts in `refused-request` instead.
 */
type Limit = { points: number; seconds: number; per: Partition; whenDown: 'refuse' | 'allow'; givesBack?: true };

/** The named limits of the platform (docs/domain/wire-conventions.md 37). */
export const limits = {
  // Per identity and device. Per day: an identity's unknown devices together, and its known ones.
  'challenge-identity': { points: 3, seconds: 600, per: 'key', whenDown: 'refuse' },
  'challenge-ip': { points: 25, seconds: 300, per: 'ip', whenDown: 'refuse' },
  'challenge-day': { points: 10, seconds: 86_400, per: 'key', whenDown: 'refuse' },
  'challenge-known-day': { points: 30, seconds: 86_400, per: 'key', whenDown: 'refuse' },
  // Cost of SMS (promise A6): per /24 or /64, per block of ten thousand numbers, per country, all.
  'sms-network': { points: 100, seconds: 3600, per: 'key', whenDown: 'refuse' },
  'sms-prefix': { points: 20, seconds: 3600, per: 'key', whenDown: 'refuse' },
  'sms-country': { points: 300, seconds: 3600, per: 'key', whenDown: 'refuse' },
  'sms-budget': { points: 500, seconds: 3600, per: 'key', whenDown: 'refuse' },
  'sms-alarm': { points: 1, seconds: 3600, per: 'key', whenDown: 'refuse' },
  'contact-point': { points: 10, seconds: 3600, per: 'actor', whenDown: 'refuse' },
  // Notices to a contact that another one was added to its account or removed from it.
  'contact-notice': { points: 6, seconds: 86_400, per: 'key', whenDown: 'allow' },
  // Messages to an invited contact, and invitations of a provider.
  'invitation-contact': { points: 3, seconds: 86_400, per: 'key', whenDown: 'refuse' },
  invitation: { points: 20, seconds: 86_400, per: 'provider', whenDown: 'refuse' },
  verify: { points: 10, seconds: 60, per: 'key', whenDown: 'refuse' },
  'verify-ip': { points: 100, seconds: 300, per: 'ip', whenDown: 'refuse' },
  'member-sign-in': { points: 10, seconds: 60, per: 'key', whenDown: 'refuse' },
  'operator-sign-in': { points: 5, seconds: 60, per: 'key', whenDown: 'refuse' },
  refresh: { points: 30, seconds: 60, per: 'key', whenDown: 'refuse' },
  'public-search': { points: 60, seconds: 60, per: 'ip', whenDown: 'allow' },
  'claim-verification': { points: 120, seconds: 60, per: 'ip', whenDown: 'allow' },
  'claim-verification-batch': { points: 60, seconds: 60, per: 'ip', whenDown: 'allow' },
  'profile-mutation': { points: 30, seconds: 60, per: 'actor', whenDown: 'allow' },
  'place-suggestion': { points: 120, seconds: 60, per: 'ip', whenDown: 'allow' },
  geocode: { points: 120, seconds: 60, per: 'actor', whenDown: 'allow' },
  'upload-session': { points: 20, seconds: 3600, per: 'provider', whenDown: 'refuse', givesBack: true },
  'evidence-confirm': { points: 30, seconds: 3600, per: 'provider', whenDown: 'refuse' },
  // By person, device and network: one person can register many devices, and many people can share a network.
  enquiry: { points: 10, seconds: 86_400, per: 'actor', whenDown: 'refuse', givesBack: true },
  'enquiry-device': { points: 20, seconds: 86_400, per: 'key', whenDown: 'refuse', givesBack: true },
  'enquiry-network': { points: 60, seconds: 86_400, per: 'key', whenDown: 'refuse', givesBack: true },
  // Opened and confirmed together; an agent may send a whole day's photos at once.
  'field-photo': { points: 240, seconds: 3600, per: 'actor', whenDown: 'refuse' },
  // Opened, confirmed and withdrawn together.
  'media-upload': { points: 90, seconds: 3600, per: 'provider', whenDown: 'refuse' },
  // Images of a page of results are loaded together.
  'public-media': { points: 1200, seconds: 60, per: 'ip', whenDown: 'allow' },
  review: { points: 5, seconds: 86_400, per: 'actor', whenDown: 'refuse', givesBack: true },
  report: { points: 5, seconds: 86_400, per: 'actor', whenDown: 'refuse', givesBack: true },
  // Of reviews and disputes. Apart, so that other writing never costs somebody their only appeal.
  'opinion-appeal': { points: 5, seconds: 86_400, per: 'actor', whenDown: 'refuse', givesBack: true },
  'refused-request': { points: 60, seconds: 3600, per: 'actor', whenDown: 'refuse' },
  'account-export': { points: 5, seconds: 86_400, per: 'actor', whenDown: 'refuse' },
  'device-registration': { points: 20, seconds: 3600, per: 'actor', whenDown: 'refuse' },
  'notification-mutation': { points: 120, seconds: 60, per: 'actor', whenDown: 'allow' },
  'payment-intent': { points: 20, seconds: 3600, per: 'provider', whenDown: 'refuse' },
  // Failed signatures and secrets, per sender and network. Correct ones are not counted.
  'webhook-failure': { points: 20, seconds: 60, per: 'key', whenDown: 'refuse' },
  'privileged-operation': { points: 30, seconds: 60, per: 'actor', whenDown: 'refuse' },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof limits;

/** Points by name: `{"verify": 100}`. */
export type LimitOverrides = Partial<Record<LimitName, number>>;
