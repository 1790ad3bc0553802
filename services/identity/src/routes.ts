import type { Routes } from '@trust/service-kit/http/route';
import { getAccountProfile } from './account/get-account-profile.ts';
import { putAccountProfile } from './account/put-account-profile.ts';
import { putAccountWorkspace } from './account/put-account-workspace.ts';
import type { App } from './app.ts';
import { listRepresentativeContacts } from './assignments/list-representative-contacts.ts';
import { createChallenge } from './challenges/create-challenge.ts';
import { listChannels } from './challenges/list-channels.ts';
import { verifyChallenge } from './challenges/verify-challenge.ts';
import { listConsents } from './consents/list-consents.ts';
import { putConsent } from './consents/put-consent.ts';
import { createContactPoint } from './contact-points/create-contact-point.ts';
import { deleteContactPoint } from './contact-points/delete-contact-point.ts';
import { verifyContactPoint } from './contact-points/verify-contact-point.ts';
import { createDataExport } from './data-exports/create-data-export.ts';
import { getDataExport } from './data-exports/get-data-export.ts';
import { deleteAccount } from './erasure/delete-account.ts';
import { listOperators } from './operators/list-operators.ts';
import { createPasskey } from './passkeys/create-passkey.ts';
import { createPasskeyChallenge } from './passkeys/create-passkey-challenge.ts';
import { createRegistrationChallenge } from './passkeys/create-registration-challenge.ts';
import { deletePasskey } from './passkeys/delete-passkey.ts';
import { listPasskeys } from './passkeys/list-passkeys.ts';
import { verifyPasskey } from './passkeys/verify-passkey.ts';
import { deleteOperatorRole } from './roles/delete-operator-role.ts';
import { putOperatorRole } from './roles/put-operator-role.ts';
import { deleteSession } from './sessions/delete-session.ts';
import { listSessions } from './sessions/list-sessions.ts';
import { logout } from './sessions/logout.ts';
import { refreshSession } from './sessions/refresh-session.ts';

export const routes = {
  listChannels,
  createChallenge,
  verifyChallenge,
  createPasskeyChallenge,
  verifyPasskey,
  refreshSession,
  logout,
  getAccountProfile,
  putAccountProfile,
  putAccountWorkspace,
  createContactPoint,
  verifyContactPoint,
  deleteContactPoint,
  listRepresentativeContacts,
  listConsents,
  putConsent,
  listPasskeys,
  createRegistrationChallenge,
  createPasskey,
  deletePasskey,
  listSessions,
  deleteSession,
  createDataExport,
  getDataExport,
  deleteAccount,
  listOperators,
  putOperatorRole,
  deleteOperatorRole,
} satisfies Routes<App>;
