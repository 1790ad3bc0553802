const startSettings = ['PORT', 'DATA_DIR', 'LOG_LEVEL', 'LAN_ADDRESS', 'PORTAL_ORIGINS'];

export const gatewaySettings = [
  'CONTACT_EMAIL',
  'EDGE_HOSTS',
  'EDGE_REQUESTS_PER_MINUTE',
  'EDGE_UPLOAD_BYTES_PER_SECOND',
  'EDGE_UPLOAD_GRACE_MS',
  'PUBLIC_READS',
];

/** Explained in docs/evidence.md. Settings that `npm start` chooses itself are missing here. */
export const evidenceSettings = [
  'CLAMD_ADDRESS',
  'EVIDENCE_MAX_STORE_MISMATCHES',
  'EVIDENCE_QUOTA_MIB',
  'EVIDENCE_SCANS_AT_ONCE',
  'EVIDENCE_STORE',
  'EVIDENCE_SWEEP_REQUESTS',
  'S3_ACCESS_KEY',
  'S3_ENDPOINT',
  'S3_EVIDENCE_BUCKET',
  'S3_PUBLIC_ENDPOINT',
  'S3_REGION',
  'S3_SECRET_KEY',
  'S3_UPLOADS_BUCKET',
  'SCANNER',
];

export const webhooksSettings = [
  'APNS_KEY',
  'APNS_KEY_ID',
  'APNS_TEAM_ID',
  'APNS_TOPIC',
  'APNS_URL',
  'APP_URL',
  'EMAIL_FROM',
  'EMAIL_SENDER',
  'FCM_ACCOUNT_KEY',
  'FCM_URL',
  'PAYMENT_PROVIDER',
  'PUSH_SENDER',
  'SMS_SENDER',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'TWILIO_ACCOUNT_SID',
  'TWILIO_FROM',
  'TWILIO_KEY_SECRET',
  'TWILIO_KEY_SID',
  'TWILIO_URL',
  'WEBHOOK_SECRETS',
];

/** Of every service with a database. */
export const databaseServiceSettings = ['RATE_LIMITS'];

/** Explained in docs/passkeys.md. */
export const identitySettings = ['OPERATOR_PASSKEYS', 'PASSKEY_ORIGINS', 'PASSKEY_RP_ID'];

/** Explained in docs/operations.md. */
export const operationsSettings = [
  'AUDIT_CHECKPOINT_S3_ACCESS_KEY',
  'AUDIT_CHECKPOINT_S3_BUCKET',
  'AUDIT_CHECKPOINT_S3_ENDPOINT',
  'AUDIT_CHECKPOINT_S3_REGION',
  'AUDIT_CHECKPOINT_S3_SECRET_KEY',
];

export const verificationSettings = ['CASES_PER_OPERATOR', 'WORK_PER_OPERATOR'];

const known = [
  ...startSettings,
  ...databaseServiceSettings,
  ...gatewaySettings,
  ...evidenceSettings,
  ...identitySettings,
  ...operationsSettings,
  ...verificationSettings,
  ...webhooksSettings,
];
/** Variables with these prefixes can only be meant for the platform. */
const ownPrefix = /^(AUDIT_CHECKPOINT|EDGE|EVIDENCE|PORTAL|PUBLIC_READ)_/;
/** Shorter names resemble too many variables of other programs. */
const minComparedLength = 7;

export function misspeltSettings(environment: NodeJS.ProcessEnv): string[] {
  return Object.keys(environment).flatMap((name) => {
    if (known.includes(name)) return [];
    const nearest = nearestTo(name, known);
    const isAlike = nearest.distance <= 2 && name.length >= minComparedLength;
    if (!isAlike && !ownPrefix.test(name)) return [];
    const prefix = name.slice(0, name.indexOf('_') + 1);
    const alternatives = known.filter((one) => one.startsWith(prefix));
    const hint =
      nearest.distance <= 3
        ? ` Did you mean ${nearest.name}?`
        : alternatives.length > 0
          ? ` There are: ${alternatives.join(', ')}.`
          : '';
    return [`Unknown setting ${name}.${hint}`];
  });
}

/** The name that differs in the fewest letters; `names` has one at least. */
export function nearestTo(name: string, names: readonly string[]): { name: string; distance: number } {
  const ranked = names.map((one) => ({ name: one, distance: editDistance(name, one) }));
  return ranked.reduce((best, one) => (one.distance < best.distance ? one : best));
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, replaced);
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
