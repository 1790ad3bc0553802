import type { Routes } from '@trust/service-kit/route';
import type { App } from './app.ts';
import { postChallenge } from './challenges/post-challenge.ts';
import { verifyChallenge } from './challenges/verify-challenge.ts';
import { logout } from './sessions/logout.ts';
import { refreshSession } from './sessions/refresh-session.ts';

export const routes = {
  postChallenge,
  verifyChallenge,
  refreshSession,
  logout,
} satisfies Routes<App>;
