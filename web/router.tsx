import { createBrowserRouter, type LazyRouteFunction, type RouteObject } from 'react-router'
import {
  carePlanPath,
  carePlanTemplatePath,
  clinicPayoutPath,
  clinicPlanPath,
  clinicStatementPath,
  contentPath,
  contentProgramPath,
  formPath,
  learnPath,
  mergePath,
  messagesPath,
  openPath,
  paths,
  personPath,
  settingsFormPath,
  valueReceiptPath,
  visitLessonPath,
  wardFormPath,
  wardLessonPath,
  wardPath,
} from '#domain/paths.ts'
import type { Permission } from '#domain/permissions.ts'
import { ShellPlaceholder } from './components/page/shell-placeholder.tsx'
import { leadBackFromProvider } from './features/access/provider-return.ts'
import { openClinicSite } from './lib/clinic/open-clinic-site.ts'
import { isFetchFailure } from './lib/page/load-chunk.ts'
import { loadPart } from './lib/page/page-chunks.ts'
import { type PageModule, registerPage } from './lib/page/page-loads.ts'
import Logout from './routes/access/logout.tsx'
import {
  AskSecondStep,
  afterSecondStep,
  RequireClinic,
  RequireNoClinic,
  RequireSession,
  RequireTeam,
  StepsOnDemand,
} from './routes/guards.tsx'
import { HomeLanding } from './routes/home-landing.tsx'
import { lateLoaded } from './routes/late-loaded.tsx'
import { withOpeningReads } from './routes/opening-reads.ts'
import { PageFailed, PageFailedHere } from './routes/page-failed.tsx'
import { permitted } from './routes/permitted.tsx'
import { Root } from './routes/root.tsx'

function page(load: () => Promise<PageModule>): LazyRouteFunction<RouteObject> {
  const lazy = async () => {
    try {
      return { Component: withOpeningReads((await loadPart(load, nextAddress)).default) }
    } catch (error) {
      if (!isFetchFailure(error)) throw error
      // the router would remember the failure until the next page load
      return { Component: lateLoaded() }
    }
  }
  registerPage(lazy, load)
  return lazy
}

function nextAddress(): string {
  const next = router.state.navigation.location
  return next ? `${location.origin}${next.pathname}${next.search}${next.hash}` : location.href
}

const inShell = (children: RouteObject[]): RouteObject[] => [{ ErrorBoundary: PageFailedHere, children }]

const may = (permission: Permission, load: () => Promise<PageModule>) => page(permitted(permission, load))

const settingsPages: RouteObject[] = [
  { index: true, lazy: page(() => import('./routes/settings/index.tsx')) },
  { path: paths.settingsProfile, lazy: page(() => import('./routes/settings/profile.tsx')) },
  { path: paths.settingsPassword, lazy: page(() => import('./routes/settings/password.tsx')) },
  {
    path: paths.settingsNotifications,
    lazy: may('clinic:read', () => import('./routes/settings/notifications.tsx')),
  },
  { path: paths.settingsClinic, lazy: may('clinic:update', () => import('./routes/settings/clinic.tsx')) },
  { path: paths.settingsHours, lazy: may('clinic:update', () => import('./routes/settings/hours.tsx')) },
  { path: paths.settingsWebsite, lazy: may('clinic:update', () => import('./routes/settings/website.tsx')) },
  {
    path: paths.settingsMessages,
    lazy: may('clinic:update', () => import('./routes/settings/messages.tsx')),
  },
  { path: paths.settingsForms, lazy: may('forms:write', () => import('./routes/settings/forms.tsx')) },
  { path: settingsFormPath(':formId'), lazy: may('forms:write', () => import('./routes/settings/form.tsx')) },
  { path: paths.settingsMinors, lazy: may('clinic:update', () => import('./routes/settings/minors.tsx')) },
  {
    path: paths.settingsScheduling,
    lazy: may('scheduling:write', () => import('./routes/settings/scheduling.tsx')),
  },
  {
    handle: afterSecondStep,
    children: [
      {
        path: paths.settingsIntegrations,
        lazy: may('clinic:update', () => import('./routes/settings/integrations.tsx')),
      },
      { path: paths.settingsTeam, lazy: may('team:write', () => import('./routes/settings/team.tsx')) },
      { path: paths.settingsPlan, lazy: may('billing:write', () => import('./routes/settings/plan.tsx')) },
      {
        path: paths.settingsValueReceipts,
        lazy: may('plans:write', () => import('./routes/settings/value-receipts.tsx')),
      },
      {
        path: paths.settingsBilling,
        lazy: may('billing:write', () => import('./routes/settings/billing.tsx')),
      },
      {
        path: paths.settingsSecurity,
        lazy: may('security:write', () => import('./routes/settings/security.tsx')),
      },
      { path: paths.settingsData, lazy: may('clinic:export', () => import('./routes/settings/data.tsx')) },
    ],
  },
]

export const router = createBrowserRouter([
  {
    // outside Root, so that nothing uses the session while it ends
    path: paths.logout,
    ErrorBoundary: PageFailed,
    // no lazy chunk: signing out works without a connection
    Component: Logout,
  },
  {
    Component: Root,
    ErrorBoundary: PageFailed,
    HydrateFallback: ShellPlaceholder,
    children: [
      {
        lazy: page(() => import('./routes/public/public-layout.tsx')),
        children: [
          {
            path: paths.landing,
            loader: (navigation) => leadBackFromProvider(navigation) ?? openClinicSite(navigation),
            lazy: page(() => import('./routes/public/landing.tsx')),
          },
          { path: paths.howItWorks, lazy: page(() => import('./routes/public/how-it-works.tsx')) },
          { path: paths.aboutUs, lazy: page(() => import('./routes/public/about-us.tsx')) },
          { path: paths.wellnessPlans, lazy: page(() => import('./routes/public/wellness-plans.tsx')) },
          { path: paths.privacy, lazy: page(() => import('./routes/public/privacy.tsx')) },
          { path: paths.security, lazy: page(() => import('./routes/public/security.tsx')) },
          { path: paths.terms, lazy: page(() => import('./routes/public/terms.tsx')) },
          { path: paths.contact, lazy: page(() => import('./routes/public/contact.tsx')) },
        ],
      },
      {
        Component: StepsOnDemand,
        children: [
          {
            lazy: page(() => import('./routes/public/public-layout.tsx')),
            children: [{ path: paths.pricing, lazy: page(() => import('./routes/public/pricing.tsx')) }],
          },
        ],
      },
      {
        lazy: page(() => import('./routes/clinic/select-clinic.tsx')),
        children: [
          {
            Component: RequireTeam,
            children: [
              // separate windows, without the shell
              {
                path: visitLessonPath(':lessonId'),
                handle: afterSecondStep,
                lazy: page(() => import('./routes/lessons/presenter.tsx')),
              },
              {
                path: visitLessonPath(':lessonId', true),
                handle: afterSecondStep,
                lazy: page(() => import('./routes/lessons/room.tsx')),
              },
              {
                lazy: page(() => import('./routes/clinic/clinic-shell.tsx')),
                children: inShell([
                  { path: paths.clinic, lazy: page(() => import('./routes/clinic/today/dashboard.tsx')) },
                  {
                    path: paths.clinicActivity,
                    lazy: may('audit:read', () => import('./routes/clinic/activity.tsx')),
                  },
                  { path: paths.clinicPlans, lazy: page(() => import('./routes/clinic/plans.tsx')) },
                  {
                    path: paths.clinicNewPlan,
                    lazy: may('plans:write', () => import('./routes/clinic/new-plan.tsx')),
                  },
                  { path: clinicPlanPath(':planId'), lazy: page(() => import('./routes/clinic/plan.tsx')) },
                  { path: paths.clinicJoinPage, lazy: page(() => import('./routes/clinic/join-page.tsx')) },
                  {
                    path: paths.clinicMoney,
                    handle: afterSecondStep,
                    lazy: may('money:read', () => import('./routes/clinic/money.tsx')),
                  },
                  {
                    path: clinicPayoutPath(':payoutId'),
                    handle: afterSecondStep,
                    lazy: may('money:read', () => import('./routes/clinic/payout.tsx')),
                  },
                  {
                    path: clinicStatementPath(':month'),
                    handle: afterSecondStep,
                    lazy: may('money:read', () => import('./routes/clinic/statement.tsx')),
                  },
                  { path: paths.content, lazy: page(() => import('./routes/clinic/content.tsx')) },
                  { path: paths.contentNewProgram, lazy: page(() => import('./routes/clinic/program.tsx')) },
                  {
                    path: contentProgramPath(':programId'),
                    lazy: page(() => import('./routes/clinic/program.tsx')),
                  },
                  {
                    path: contentPath(':itemId'),
                    lazy: page(() => import('./routes/clinic/content-item.tsx')),
                  },
                  { path: paths.clinicNotices, lazy: page(() => import('./routes/clinic/notices.tsx')) },
                  {
                    handle: afterSecondStep,
                    children: [
                      {
                        path: paths.messages,
                        lazy: page(() => import('./routes/clinic/inbox.tsx')),
                        children: [
                          {
                            path: messagesPath(':id'),
                            lazy: page(() => import('./routes/clinic/inbox-thread.tsx')),
                          },
                        ],
                      },
                      {
                        path: paths.clinicFeedback,
                        lazy: page(() => import('./routes/clinic/feedback.tsx')),
                      },
                      { path: paths.members, lazy: page(() => import('./routes/clinic/members.tsx')) },
                      {
                        path: paths.broadcasts,
                        lazy: may('messages:write', () => import('./routes/clinic/broadcasts.tsx')),
                      },
                      {
                        path: paths.carePlanTemplates,
                        lazy: page(() => import('./routes/clinic/care-plans/care-plan-templates.tsx')),
                      },
                      {
                        path: paths.carePlanNewTemplate,
                        lazy: page(() => import('./routes/clinic/care-plans/care-plan-template.tsx')),
                      },
                      {
                        path: carePlanTemplatePath(':templateId'),
                        lazy: page(() => import('./routes/clinic/care-plans/care-plan-template.tsx')),
                      },
                      {
                        path: paths.membersImport,
                        lazy: may('members:import', () => import('./routes/clinic/import-members.tsx')),
                      },
                      {
                        path: paths.membersDuplicates,
                        lazy: may('patients:merge', () => import('./routes/clinic/duplicate-members.tsx')),
                      },
                      {
                        path: carePlanPath(':id'),
                        lazy: page(() => import('./routes/clinic/care-plans/care-plan.tsx')),
                      },
                      {
                        path: mergePath(':id'),
                        lazy: page(() => import('./routes/clinic/merge-person.tsx')),
                      },
                      { path: personPath(':id'), lazy: page(() => import('./routes/clinic/person.tsx')) },
                    ],
                  },
                  {
                    path: paths.settings,
                    lazy: page(() => import('./routes/settings/settings-layout.tsx')),
                    children: settingsPages,
                  },
                ]),
              },
            ],
          },
        ],
      },
      {
        Component: RequireClinic,
        children: [
          {
            lazy: page(() => import('./routes/appointments-shell.tsx')),
            children: inShell([
              {
                path: paths.appointments,
                handle: afterSecondStep,
                lazy: page(() => import('./routes/appointments.tsx')),
              },
            ]),
          },
        ],
      },
      {
        Component: RequireSession,
        children: [
          { path: paths.dashboard, lazy: page(() => import('./routes/dashboard.tsx')) },
          { path: openPath(':code'), lazy: page(() => import('./routes/open.tsx')) },
          { path: paths.operator, lazy: page(() => import('./routes/operator/operator.tsx')) },
          {
            lazy: page(() => import('./routes/portal/patient-shell.tsx')),
            children: inShell([
              {
                Component: HomeLanding,
                children: [{ path: paths.home, lazy: page(() => import('./routes/portal/home.tsx')) }],
              },
              { path: paths.learn, lazy: page(() => import('./routes/portal/learn.tsx')) },
              { path: learnPath(':itemId'), lazy: page(() => import('./routes/portal/learn-item.tsx')) },
              { path: paths.homeMessages, lazy: page(() => import('./routes/portal/messages.tsx')) },
              { path: paths.homeVisitPlan, lazy: page(() => import('./routes/portal/visit-plan.tsx')) },
              { path: paths.homeForms, lazy: page(() => import('./routes/portal/forms.tsx')) },
              { path: formPath(':id'), lazy: page(() => import('./routes/portal/form.tsx')) },
              { path: paths.homeValue, lazy: page(() => import('./routes/portal/value-receipts.tsx')) },
              {
                path: valueReceiptPath(':id'),
                lazy: page(() => import('./routes/portal/value-receipt.tsx')),
              },
              { path: paths.feedback, lazy: page(() => import('./routes/portal/feedback.tsx')) },
              { path: paths.pay, lazy: page(() => import('./routes/portal/pay.tsx')) },
              { path: paths.profile, lazy: page(() => import('./routes/portal/profile.tsx')) },
            ]),
          },
        ],
      },
      // a guardian's pages, separate from their own so that the two cannot be confused
      {
        Component: RequireSession,
        children: [
          {
            lazy: page(() => import('./routes/family/family-shell.tsx')),
            children: inShell([
              { path: paths.family, lazy: page(() => import('./routes/family/family.tsx')) },
              { path: wardPath(':id'), lazy: page(() => import('./routes/family/ward.tsx')) },
              {
                path: wardFormPath(':id', ':requestId'),
                lazy: page(() => import('./routes/family/ward-form.tsx')),
              },
              {
                path: wardLessonPath(':id', ':itemId'),
                lazy: page(() => import('./routes/family/ward-lesson.tsx')),
              },
            ]),
          },
        ],
      },
      // a clinic's plans are public
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
        Component: AskSecondStep,
        children: [
          {
            lazy: page(() => import('./routes/access/access-layout.tsx')),
            children: [
              { path: paths.join, lazy: page(() => import('./routes/access/join.tsx')) },
              { path: paths.acceptInvite, lazy: page(() => import('./routes/access/accept-invite.tsx')) },
            ],
          },
        ],
      },
      {
        lazy: page(() => import('./routes/access/access-layout.tsx')),
        children: [
          { path: paths.login, lazy: page(() => import('./routes/access/login.tsx')) },
          {
            Component: RequireNoClinic,
            children: [{ path: paths.signUp, lazy: page(() => import('./routes/access/sign-up.tsx')) }],
          },
          { path: paths.forgotPassword, lazy: page(() => import('./routes/access/forgot-password.tsx')) },
          { path: paths.updatePassword, lazy: page(() => import('./routes/access/update-password.tsx')) },
          { path: paths.authCallback, lazy: page(() => import('./routes/access/auth-callback.tsx')) },
          { path: paths.inviteCallback, lazy: page(() => import('./routes/access/invite-callback.tsx')) },
          { path: paths.confirm, lazy: page(() => import('./routes/access/confirm.tsx')) },
          { path: paths.confirmEmail, lazy: page(() => import('./routes/access/confirm-email.tsx')) },
          {
            path: paths.stopAddressChange,
            lazy: page(() => import('./routes/access/stop-address-change.tsx')),
          },
          { path: paths.demo, lazy: page(() => import('./routes/access/demo.tsx')) },
          { path: paths.stopMails, lazy: page(() => import('./routes/access/stop-emails.tsx')) },
          { path: paths.answer, lazy: page(() => import('./routes/access/answer.tsx')) },
          { path: paths.unauthorized, lazy: page(() => import('./routes/access/unauthorized.tsx')) },
          { path: '*', lazy: page(() => import('./routes/access/not-found.tsx')) },
        ],
      },
    ],
  },
])
