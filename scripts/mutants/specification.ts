import type { Mutant } from './mutant.ts'

/** Errors in the constants and texts of the specification. */
export const specificationMutants: Mutant[] = [
  {
    name: 'the tagline changes every 7 s',
    edits: [
      {
        file: 'web/features/marketing/rotation-times.ts',
        find: 'export const taglineMs = 5_000',
        replace: 'export const taglineMs = 7_000',
      },
    ],
    tests: ['web/features/marketing/rotation-times.test.tsx'],
  },
  {
    name: 'the tour changes every 7 s',
    edits: [
      {
        file: 'web/features/marketing/rotation-times.ts',
        find: 'export const tourMs = 5_000',
        replace: 'export const tourMs = 7_000',
      },
    ],
    tests: ['web/features/marketing/rotation-times.test.tsx'],
  },
  {
    name: 'members are not refetched on focus',
    edits: [
      {
        file: 'web/lib/fetch/query-client.ts',
        find: 'retry: 2, refetchOnWindowFocus: true',
        replace: 'retry: 2, refetchOnWindowFocus: false',
      },
    ],
    tests: ['web/lib/fetch/query-client.test.ts'],
  },
  {
    name: 'members are stale after 5 minutes',
    edits: [
      {
        file: 'web/lib/fetch/query-client.ts',
        find: 'staleTime: 2 * 60_000',
        replace: 'staleTime: 5 * 60_000',
      },
    ],
    tests: ['web/lib/fetch/query-client.test.ts'],
  },
  {
    name: 'stored slides are used for 10 minutes',
    edits: [
      {
        file: 'web/components/slides/slides-api.ts',
        find: 'slidesFreshMs = 5 * 60_000',
        replace: 'slidesFreshMs = 10 * 60_000',
      },
    ],
    tests: ['web/components/slides/slides-api.test.ts'],
  },
  {
    name: 'a slide’s address is used for an hour',
    edits: [
      {
        file: 'web/components/slides/slide-cache.ts',
        find: 'slideCacheMs = 30 * 60_000',
        replace: 'slideCacheMs = 60 * 60_000',
      },
    ],
    tests: ['web/components/slides/slide-sources.test.ts'],
  },
  {
    name: 'slides are cached for an hour',
    edits: [
      {
        file: 'web/components/slides/slides-times.ts',
        find: 'gcTime: 30 * minuteMs',
        replace: 'gcTime: 60 * minuteMs',
      },
    ],
    tests: ['web/components/slides/slides-times.test.ts'],
  },
  {
    name: 'Enterprise loses its priority support',
    edits: [
      {
        file: 'domain/clinic-tier/product-plans.ts',
        find: "'Priority support'",
        replace: "'Support'",
      },
    ],
    tests: ['domain/clinic-tier/product-plans.test.ts'],
  },
  {
    name: 'the access forms have another sentence for two passwords',
    edits: [
      {
        file: 'domain/texts/access.ts',
        find: 'passwordsDiffer: "Passwords don\'t match"',
        replace: "passwordsDiffer: 'Passwords differ'",
      },
    ],
    tests: ['domain/access/forms.test.ts'],
  },
  {
    name: 'text messages are on by default',
    edits: [
      {
        file: 'domain/preferences/defaults.ts',
        find: 'smsNotifications: false',
        replace: 'smsNotifications: true',
      },
    ],
    tests: ['domain/preferences/contact-preferences.test.ts'],
  },
  {
    name: 'the usage bar of patients ends at 500',
    edits: [{ file: 'domain/dashboard/usage.ts', find: 'patients: 250', replace: 'patients: 500' }],
    tests: ['domain/dashboard/usage.test.ts'],
  },
  {
    name: 'the usage bar of staff ends at 30',
    edits: [{ file: 'domain/dashboard/usage.ts', find: 'staff: 15', replace: 'staff: 30' }],
    tests: ['domain/dashboard/usage.test.ts'],
  },
  {
    name: 'a clinic has 50 GB of storage',
    edits: [
      {
        file: 'domain/files/files.ts',
        find: 'clinicStorageBytes = 5000 * megabyte',
        replace: 'clinicStorageBytes = 50_000 * megabyte',
      },
    ],
    tests: ['domain/files/files.test.ts'],
  },
  {
    name: 'the sidebar is a sheet below 900 px',
    edits: [
      {
        file: 'web/styles/theme.css',
        find: '--breakpoint-md: 768px',
        replace: '--breakpoint-md: 900px',
      },
    ],
    tests: ['web/styles/tokens.test.ts'],
  },
  {
    name: 'Page Not Found shows another sentence',
    edits: [
      {
        file: 'domain/texts/access.ts',
        find: "The page you're looking for doesn't exist or may have been moved.",
        replace: 'There is no such page.',
      },
    ],
    tests: ['domain/specified-texts.test.ts'],
  },
  {
    name: 'Page Not Found shows no sentence',
    edits: [
      {
        file: 'web/routes/access/not-found.tsx',
        find: 'lead={texts.text}',
        replace: 'lead=""',
      },
    ],
    tests: ['domain/specified-texts.test.ts'],
  },
  {
    name: 'a form that saves reads "Saving..."',
    edits: [
      {
        file: 'domain/texts/profiles.ts',
        find: "updating: 'Updating...'",
        replace: "updating: 'Saving...'",
      },
      {
        file: 'domain/texts/account.ts',
        find: "busy: 'Updating...'",
        replace: "busy: 'Saving...'",
      },
    ],
    tests: ['domain/specified-texts.test.ts'],
  },
  {
    name: 'an undone cancellation still ends the plan',
    edits: [
      {
        file: 'server/features/subscriptions/ending/end-with-period.ts',
        find: '{ cancel: false, end: null, isAwaited }',
        replace: '{ cancel: true, end: null, isAwaited }',
      },
    ],
    tests: ['server/features/subscriptions/resume-subscription.test.ts'],
  },
  {
    name: 'a swipe of 20 px turns the slide',
    edits: [
      {
        file: 'web/components/slides/viewer-control.ts',
        find: 'swipePx = 50',
        replace: 'swipePx = 20',
      },
    ],
    tests: ['web/components/slides/viewer-control.test.ts'],
  },
  {
    name: 'the session cookie lasts a year',
    edits: [
      {
        file: 'web/lib/session/cookie-storage.ts',
        find: 'sessionCookieMaxAgeSeconds = 34_560_000',
        replace: 'sessionCookieMaxAgeSeconds = 31_536_000',
      },
    ],
    tests: ['web/lib/session/cookie-storage.test.ts'],
  },
  {
    name: 'a session is split at 4,000 characters',
    edits: [
      {
        file: 'web/lib/session/cookie-storage.ts',
        find: 'cookieChunkLength = 3180',
        replace: 'cookieChunkLength = 4000',
      },
    ],
    tests: ['web/lib/session/cookie-storage.test.ts'],
  },
  {
    name: 'a new appointment starts at 08:00',
    edits: [
      {
        file: 'domain/appointments/appointments.ts',
        find: "defaultTime = '09:00'",
        replace: "defaultTime = '08:00'",
      },
    ],
    tests: ['domain/appointments/appointments.test.ts'],
  },
  {
    name: 'a sign-up forgets the plan that the visitor chose',
    edits: [
      {
        file: 'web/features/clinic-tier/sign-up-link.tsx',
        find: 'data-after-login={chosen}',
        replace: 'data-after-login={paths.pricing}',
      },
    ],
    tests: ['web/features/clinic-tier/subscribe-button.test.tsx'],
  },
  {
    name: 'Starter sends text messages',
    edits: [
      {
        file: 'domain/clinic-tier/tier-features.ts',
        find: 'starter: { subscribers: 50, features: [] }',
        replace: "starter: { subscribers: 50, features: ['text_messages'] }",
      },
    ],
    tests: ['server/features/clinic-tier/lacking-features.test.ts'],
  },
  {
    name: 'a tier limits before it renews',
    edits: [
      {
        file: 'domain/clinic-tier/tier-features.ts',
        find: 'currentPeriodStart < featuresDifferFrom',
        replace: 'currentPeriodStart < new Date(0)',
      },
    ],
    tests: ['server/features/clinic-tier/lacking-features.test.ts'],
  },
]
