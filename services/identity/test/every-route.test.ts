import { sourcesOf, testEveryRoute, testLimits } from '@trust/service-testing/every-route';
import { testRefusals } from '@trust/service-testing/refusals';
import { routes } from '../src/routes.ts';
import { startIdentity } from './service.ts';

testEveryRoute(startIdentity, routes, sourcesOf(import.meta.dirname));
testRefusals(startIdentity, routes);
testLimits(startIdentity, routes, {
  createChallenge: ['challenge-ip', 'sms-network', 'challenge-identity', 'challenge-known-day'],
  verifyChallenge: ['verify-ip', 'verify'],
  createPasskeyChallenge: ['challenge-ip'],
  verifyPasskey: ['verify-ip', 'operator-sign-in'],
  createStepUp: ['verify-ip', 'verify', 'operator-sign-in'],
  refreshSession: ['refresh'],
  logout: [],
  putAccountProfile: ['profile-mutation'],
  putAccountWorkspace: ['profile-mutation'],
  createContactPoint: ['contact-point', 'sms-network', 'challenge-identity', 'challenge-known-day'],
  verifyContactPoint: ['verify-ip', 'verify'],
  deleteContactPoint: ['profile-mutation'],
  putConsent: ['profile-mutation'],
  createRegistrationChallenge: ['privileged-operation'],
  createPasskey: ['privileged-operation'],
  deletePasskey: ['profile-mutation'],
  deleteSession: [],
  acceptInvitation: ['profile-mutation'],
  declineInvitation: ['profile-mutation'],
  createDataExport: ['account-export'],
  deleteAccount: [],
  createRoleRequest: ['privileged-operation'],
  createRoleApproval: ['privileged-operation'],
  deleteOperatorRole: ['privileged-operation'],
  createInvitationDecision: ['privileged-operation'],
});
