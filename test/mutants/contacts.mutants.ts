import { mutantsOf } from './mutant.ts';

const tests = 'src/account/contact-points/takeover.test.ts';

export const mutants = mutantsOf('services/identity', [
  ['src/account/contact-points/newer-contact-point.ts', 'newest <= verifiedAt.getTime() || ', '', tests],
  ['src/account/contact-points/newer-contact-point.ts', ' || from <= now', '', tests],
  ['src/account/contact-points/newer-contact-point.ts', '72 * 3_600_000', '71 * 3_600_000', tests],
  [
    'src/account/contact-points/delete-contact-point.ts',
    "contacts: deleted, template: 'own_contact_point_removed'",
    "contacts: [], template: 'own_contact_point_removed'",
    tests,
  ],
  ['src/account/contact-points/delete-contact-point.ts', 'contacts: remaining,', 'contacts: [],', tests],
  ['src/account/contact-points/add-contact-point.ts', 'contacts: earlier,', 'contacts: [],', tests],
  [
    'src/messages/notify-contacts.ts',
    "if (!(await limits.takeSilently('contact-notice', contact))) continue;",
    '',
    tests,
  ],
  ['src/messages/on-email-requested.ts', "if (template === 'contact_points_changed') return;", '', tests],
]);
