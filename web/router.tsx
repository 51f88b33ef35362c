import type { ComponentType } from 'react'
import { createBrowserRouter, type LazyRouteFunction, type RouteObject } from 'react-router'
import { ShellPlaceholder } from './components/shell-placeholder.tsx'
import { paths } from './paths.ts'
import { RequireNoClinic, RequireSession, RequireTeam } from './routes/guards.tsx'
import { HomeLanding } from './routes/home-landing.tsx'
import { PageFailed } from './routes/page-failed.tsx'
import { Root } from './routes/root.tsx'

/** A page's file, loaded when somebody goes there. */
function page(load: () => Promise<{ default: ComponentType }>): LazyRouteFunction<RouteObject> {
  return async () => ({ Component: (await load()).default })
}

/** Every page of the web app. */
export const router = createBrowserRouter([
  {
    Component: Root,
    ErrorBoundary: PageFailed,
    HydrateFallback: ShellPlaceholder,
    children: [
      {
        lazy: page(() => import('./routes/public/public-layout.tsx')),
        children: [
          { path: paths.landing, lazy: page(() => import('./routes/public/landing.tsx')) },
          { path: paths.pricing, lazy: page(() => import('./routes/public/pricing.tsx')) },
        ],
      },
      // the clinic's area: its team
      {
        Component: RequireTeam,
        children: [{ lazy: page(() => import('./routes/clinic/clinic-shell.tsx')), children: [] }],
      },
      // the patient's area
      {
        Component: RequireSession,
        children: [
          { path: paths.dashboard, lazy: page(() => import('./routes/dashboard.tsx')) },
          {
            lazy: page(() => import('./routes/portal/patient-shell.tsx')),
            children: [
              {
                Component: HomeLanding,
                children: [{ path: paths.home, lazy: page(() => import('./routes/portal/home.tsx')) }],
              },
              { path: paths.pay, lazy: page(() => import('./routes/portal/pay.tsx')) },
            ],
          },
        ],
      },
      // a clinic's plans are readable for everybody
      {
        lazy: page(() => import('./routes/join/join-layout.tsx')),
        children: [
          { path: paths.joinPlan, lazy: page(() => import('./routes/join/plan.tsx')) },
          {
            Component: RequireSession,
            children: [
              { path: paths.joinConfirming, lazy: page(() => import('./routes/join/confirming.tsx')) },
            ],
          },
        ],
      },
      {
        lazy: page(() => import('./routes/access/access-layout.tsx')),
        children: [
          { path: paths.login, lazy: page(() => import('./routes/access/login.tsx')) },
          { path: paths.logout, lazy: page(() => import('./routes/access/logout.tsx')) },
          {
            Component: RequireNoClinic,
            children: [{ path: paths.signUp, lazy: page(() => import('./routes/access/sign-up.tsx')) }],
          },
          { path: paths.join, lazy: page(() => import('./routes/access/join.tsx')) },
          { path: paths.forgotPassword, lazy: page(() => import('./routes/access/forgot-password.tsx')) },
          { path: paths.updatePassword, lazy: page(() => import('./routes/access/update-password.tsx')) },
          { path: paths.acceptInvite, lazy: page(() => import('./routes/access/accept-invite.tsx')) },
          { path: paths.inviteCallback, lazy: page(() => import('./routes/access/invite-callback.tsx')) },
          { path: paths.confirm, lazy: page(() => import('./routes/access/confirm.tsx')) },
          { path: paths.confirmEmail, lazy: page(() => import('./routes/access/confirm-email.tsx')) },
          { path: paths.unauthorized, lazy: page(() => import('./routes/access/unauthorized.tsx')) },
          { path: '*', lazy: page(() => import('./routes/access/not-found.tsx')) },
        ],
      },
    ],
  },
])
