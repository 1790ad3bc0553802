import { type Allowed, answers, team } from './allowed-rule.ts';

/** Of notifications, devices and payments: each person sees only their own. */
export const allowedToRecipients: readonly Allowed[] = [
  {
    kinds: ['device id', 'installation id'],
    places: answers('createDevice'),
    as: ['owner'],
    why: 'the device of the person, without its token',
  },
  {
    kinds: ['notification id'],
    places: answers('listNotifications'),
    as: [...team, 'member', 'stranger'],
    why: 'the inbox of the person',
  },
  {
    kinds: ['payment id'],
    places: answers('createPaymentIntent', 'getPaymentIntent', 'listAccountPayments'),
    as: ['owner'],
    why: 'the payments of the person',
  },
  {
    kinds: ['token'],
    places: answers('getPaymentIntent'),
    as: ['owner'],
    why: 'the client secret, with which the app of the payer confirms the payment',
  },
  {
    kinds: ['provider id'],
    places: answers('listAccountPayments'),
    as: ['owner'],
    why: 'the provider that the person paid for',
  },
];
