import type { Routes } from '@trust/service-kit/http/route';
import { withOperatorNames } from '@trust/service-kit/operator-names';
import { listConsents } from './account/consents/list-consents.ts';
import { putConsent } from './account/consents/put-consent.ts';
import { createContactPoint } from './account/contact-points/create-contact-point.ts';
import { deleteContactPoint } from './account/contact-points/delete-contact-point.ts';
import { verifyContactPoint } from './account/contact-points/verify-contact-point.ts';
import { acceptInvitation } from './account/invitations/accept-invitation.ts';
import { declineInvitation } from './account/invitations/decline-invitation.ts';
import { listInvitations } from './account/invitations/list-invitations.ts';
import { getAccountProfile } from './account/profile/get-account-profile.ts';
import { putAccountProfile } from './account/profile/put-account-profile.ts';
import { listRepresentativeContacts } from './account/representative-contacts/list-representative-contacts.ts';
import { getAccountSession } from './account/session/get-account-session.ts';
import { putAccountWorkspace } from './account/workspace/put-account-workspace.ts';
import type { App } from './app.ts';
import { deleteAccount } from './export-and-erasure/erasure/delete-account.ts';
import { createDataExport } from './export-and-erasure/exports/create-data-export.ts';
import { getDataExport } from './export-and-erasure/exports/get-data-export.ts';
import { listOperators } from './operators/directory/list-operators.ts';
import { createInvitationDecision } from './operators/invitation-approvals/create-invitation-decision.ts';
import { listInvitationApprovals } from './operators/invitation-approvals/list-invitation-approvals.ts';
import { createRoleApproval } from './operators/role-requests/create-role-approval.ts';
import { createRoleRequest } from './operators/role-requests/create-role-request.ts';
import { listRoleRequests } from './operators/role-requests/list-role-requests.ts';
import { deleteOperatorRole } from './operators/roles/delete-operator-role.ts';
import { deleteSession } from './sessions/delete-session.ts';
import { listSessions } from './sessions/list-sessions.ts';
import { logout } from './sessions/logout.ts';
import { refreshSession } from './sessions/refresh/refresh-session.ts';
import { createChallenge } from './sign-in/challenges/create-challenge.ts';
import { listChannels } from './sign-in/challenges/list-channels.ts';
import { verifyChallenge } from './sign-in/challenges/verify-challenge.ts';
import { createPasskey } from './sign-in/passkeys/create-passkey.ts';
import { createPasskeyChallenge } from './sign-in/passkeys/create-passkey-challenge.ts';
import { createRegistrationChallenge } from './sign-in/passkeys/create-registration-challenge.ts';
import { deletePasskey } from './sign-in/passkeys/delete-passkey.ts';
import { listPasskeys } from './sign-in/passkeys/list-passkeys.ts';
import { verifyPasskey } from './sign-in/passkeys/verify-passkey.ts';
import { createStepUp } from './sign-in/step-up/create-step-up.ts';

const declared = {
  listChannels,
  createChallenge,
  verifyChallenge,
  createPasskeyChallenge,
  verifyPasskey,
  createStepUp,
  refreshSession,
  logout,
  getAccountSession,
  getAccountProfile,
  putAccountProfile,
  putAccountWorkspace,
  createContactPoint,
  verifyContactPoint,
  deleteContactPoint,
  listInvitations,
  acceptInvitation,
  declineInvitation,
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
  createRoleRequest,
  listRoleRequests,
  createRoleApproval,
  deleteOperatorRole,
  listInvitationApprovals,
  createInvitationDecision,
} satisfies Routes<App>;

export const routes = withOperatorNames(declared, { table: 'operator_change', key: 'person_id' });
